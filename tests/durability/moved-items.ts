import { setTimeout as pause } from 'node:timers/promises';
import { fetchJson } from '#tests/support/http-client.ts';

const API = '/services/automations/zimmer/api/v1';
/** Moves an item on; each change of status starts the pipeline that counts. */
const CODE = `export default (event, context, { item }) => {
  item.setStatus(context.after.annotation_status === 'InProgress' ? 'QualityCheck' : 'InProgress');
};
`;
/** Milliseconds without a new run after which one that is missing is lost. */
const STILL_MS = 20_000;

interface Address {
  readonly url: string;
  readonly headers: Record<string, string>;
}

/**
 * Items whose status code of a pipeline changes, and a second pipeline that each change starts: its runs are the effects
 * of the first.
 */
export class MovedItems {
  private constructor(
    private readonly projectId: number,
    private readonly itemIds: readonly number[],
    private readonly mover: number,
    private readonly counter: number,
  ) {}

  static async make(at: Address, count: number): Promise<MovedItems> {
    const { id: projectId } = await call<{ id: number }>(at, 'POST', '/project', { name: 'Moved', type: 8 });
    const images = Array.from({ length: count }, (_, index) => ({ name: `item ${index}`, path: 'custom_llm' }));
    const items = await call<readonly { id: number }[]>(at, 'POST', '/image/ext-create', {
      project_id: projectId,
      upload_state: 3,
      images,
      meta: {},
    });
    const draft = { source: CODE, hosts: [], writes: ['set_status'], secrets: [], time_limit: 10, memory: 64 };
    const task = await call<{ id: number; revision: number }>(at, 'POST', `${API}/custom_task`, {
      name: 'Move on',
      description: '',
      draft,
    });
    await call(at, 'POST', `${API}/custom_task/${task.id}/deploy`, { revision: task.revision });
    const mover = await pipeline(at, 'Move', ['item fired', { name: 'Go' }], ['custom', { custom_task_id: task.id }]);
    const changed = ['item u:annotation_status', { from: 'any', to: 'any' }] as const;
    const counter = await pipeline(at, 'Count', changed, ['set_approval', { approval: 'approved' }]);
    return new MovedItems(
      projectId,
      items.map(each => each.id),
      mover,
      counter,
    );
  }

  /** Starts the pipeline once for each item. */
  async fire(at: Address): Promise<void> {
    const body = { pipeline_id: this.mover, project_id: this.projectId, item_ids: this.itemIds };
    await call(at, 'POST', `${API}/trigger`, body);
  }

  /** Waits until all of so many starts are finished, and returns how many changes they made. */
  async effects(at: Address, starts: number): Promise<number> {
    const expected = starts * this.itemIds.length;
    while (
      (await runs(at, this.mover, '&state=NOT_STARTED')) + (await runs(at, this.mover, '&state=IN_PROGRESS')) > 0 ||
      (await runs(at, this.mover)) < expected
    )
      await pause(100);
    let [count, since] = [-1, Date.now()];
    for (;;) {
      const now = await runs(at, this.counter);
      if (now !== count) [count, since] = [now, Date.now()];
      if (count >= expected || Date.now() - since > STILL_MS) return count;
      await pause(100);
    }
  }
}

async function call<T>({ url, headers }: Address, method: string, path: string, body?: object): Promise<T> {
  const { status, body: answer } = await fetchJson<T>(method, `${url}${path}`, headers, body);
  if (status >= 300) throw new Error(`${method} ${path} was answered ${status} ${JSON.stringify(answer)}`);
  return answer;
}

const runs = async (at: Address, pipelineId: number, filter = ''): Promise<number> =>
  (await call<{ total_count: number }>(at, 'GET', `${API}/history?pipeline_id=${pipelineId}&limit=1${filter}`))
    .total_count;

type Node = readonly [type: string, settings: object];

async function pipeline(at: Address, name: string, event: Node, action: Node): Promise<number> {
  const scope = { all: true, projects: [] };
  const graph = {
    nodes: [
      { id: 'start', kind: 'event', type: event[0], settings: event[1], scope, x: 0, y: 0 },
      { id: 'step', kind: 'action', type: action[0], settings: action[1], x: 300, y: 0 },
    ],
    edges: [{ from: 'start', to: 'step' }],
  };
  return (await call<{ id: number }>(at, 'POST', `${API}/workflow`, { name, description: '', graph })).id;
}
