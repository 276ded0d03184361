import { Fault, randomUuid } from '#core/base/common/index.ts';
import type { Client, Transport } from '#core/api/web/index.ts';
import { client } from '#core/api/web/index.ts';
import { messages } from '../messages.ts';
import { pipelineCalls } from './pipeline-calls.ts';

/** State of the pipelines that a button started. */
export interface PressProgress {
  readonly state: 'waiting' | 'running' | 'done' | 'failed';
  readonly reason: string | null;
}

interface OpenPlace {
  readonly projectId: number;
  readonly itemId: number;
  /** Stores what is open; true when it is. */
  readonly save: () => Promise<boolean>;
}

/** Pipelines that buttons of the open form start, with the rights of the person. */
export class FormPipelines {
  readonly #calls: Client<typeof pipelineCalls>;

  constructor(
    transport: Transport,
    private readonly place: OpenPlace,
  ) {
    this.#calls = client(pipelineCalls, transport);
  }

  /**
   * Stores the form and starts the pipelines whose event has this name. Returns their starts.
   * @throws Fault NO_PIPELINE, NOT_SAVED, and what the server answers
   */
  async start(name: string, values: Readonly<Record<string, unknown>>): Promise<readonly number[]> {
    const { projectId, itemId, save } = this.place;
    const params = { project_id: projectId };
    const { data } = await this.#calls.listStarts({ params, query: { by: 'form' } });
    const named = data.filter(each => each.title === name);
    if (named.length === 0) throw new Fault('NO_PIPELINE', messages.pipelineButton.noPipeline(name), { status: 404 });
    // A pipeline reads what is stored.
    if (!(await save())) throw new Fault('NOT_SAVED', messages.pipelineButton.notSaved, { status: 409 });
    const key = randomUuid();
    return Promise.all(
      named.map(async ({ pipeline_id, node_id }) => {
        const body = { pipeline_id, node_id, item_ids: [itemId], values: { ...values }, key };
        return (await this.#calls.startPipeline({ params, body })).event_id;
      }),
    );
  }

  /** Returns the state of all starts: that of the one that is furthest from success. */
  async progress(starts: readonly number[]): Promise<PressProgress> {
    const all = await Promise.all(
      starts.map(event_id => this.#calls.getStart({ params: { project_id: this.place.projectId, event_id } })),
    );
    return (
      (['waiting', 'running', 'failed'] as const)
        .map(state => all.find(each => each.state === state))
        .find(each => each !== undefined) ?? { state: 'done', reason: null }
    );
  }
}
