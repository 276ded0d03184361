import { inject } from 'inversify';
import { proxy, ref } from 'valtio';
import { browserStore } from '#core/base/web/index.ts';
import type { Disposable } from '#core/base/common/index.ts';
import { Disposables, toDisposable } from '#core/base/common/index.ts';
import type { Client } from '#core/api/web/index.ts';
import { client, EventStream, Transport } from '#core/api/web/index.ts';
import type { Edit, Patch } from '#plugins/annotate/annotations/common/index.ts';
import type { EditorSession, OpenItem } from '#plugins/annotate/editor/web/kit/index.ts';
import { OpenItemToken } from '#plugins/annotate/editor/web/kit/index.ts';
import { projectsApi, projectsEvents } from '#plugins/workspace/projects/common/index.ts';
import type { KeyPointSteps } from '../../common/api.ts';
import { stepsApi } from '../../common/api.ts';
import type { Guide, GuidedStep, ProjectSteps } from '../../common/guided-steps.ts';
import { drew, guideOf, stepFrom, withStepValues } from '../../common/guided-steps.ts';
import { messages } from '../messages.ts';

const KEY = 'loupe_steps_advance';
interface WalkState {
  guide: Guide | undefined;
  /** Place of the step one is at. */
  at: number;
  /** Goes on by itself after each object. */
  advance: boolean;
  loading: boolean;
  fault: unknown;
}

/** Position in the steps of the open item's project. */
export class StepWalk implements Disposable {
  readonly state = proxy<WalkState>({
    guide: undefined,
    at: 0,
    advance: browserStore.get(KEY) !== 'off',
    loading: false,
    fault: undefined,
  });
  readonly #steps: Client<typeof stepsApi>;
  readonly #projects: Client<typeof projectsApi>;
  readonly #owned = new Disposables();
  #project: { readonly id: number; readonly steps: ProjectSteps } | undefined;
  #asked: number | undefined;
  #session: EditorSession | undefined;
  #classes: unknown;

  constructor(
    @inject(Transport) transport: Transport,
    @inject(EventStream) events: EventStream,
    @inject(OpenItemToken) private readonly open: OpenItem,
  ) {
    this.#steps = client(stepsApi, transport);
    this.#projects = client(projectsApi, transport);
    this.#owned.add(toDisposable(open.onChange(() => this.#follow())));
    this.#owned.add(
      events.on(projectsEvents.settingsChanged, ({ project_id: id }) => {
        if (id === this.#asked) void this.load(id);
      }),
    );
    this.#follow();
  }

  get current(): GuidedStep | undefined {
    return this.state.guide?.steps[this.state.at];
  }

  /** Asks for the steps of a project. */
  async load(projectId: number): Promise<void> {
    this.#asked = projectId;
    this.state.loading = true;
    try {
      const params = { project_id: projectId };
      const settings = await this.#projects.getSettings({ params });
      const workflowType = Number(settings.find(each => each.attribute === 'WorkflowType')?.value ?? 1);
      const [basic, keyPoints] = await Promise.all([
        this.#steps.listSteps({ params, query: {} }),
        this.#steps.downloadKeyPoints({ params, query: {} }),
      ]);
      if (this.#asked !== projectId) return;
      this.#project = {
        id: projectId,
        steps: { workflowType, basic: basic.data, keyPoints: keyPoints.steps as unknown as KeyPointSteps },
      };
      this.state.fault = undefined;
      this.#guide();
    } catch (error) {
      if (this.#asked === projectId) this.state.fault = error;
    }
    this.state.loading = false;
  }

  /** Goes to a step: its class is the one to draw with from now on. */
  goTo(at: number): void {
    const session = this.open.now?.session;
    const step = this.state.guide?.steps[at];
    if (session === undefined || step === undefined) return;
    this.state.at = at;
    session.setActiveClass(step.classId);
    const { editor } = this.open.now!;
    const { tool } = step;
    if (
      tool !== undefined &&
      !session.readOnly &&
      editor !== undefined &&
      editor.activeTool !== tool &&
      editor.tools.some(each => each.id === tool)
    )
      editor.setTool(tool);
  }

  step(by: 1 | -1): void {
    const { guide, at } = this.state;
    if (guide === undefined) return;
    const next = stepFrom(guide, at, by);
    if (next === undefined)
      this.open.now?.session.notify(
        by === 1 ? messages.stepWalk.thisWasTheLastStep : messages.stepWalk.thisIsTheFirstStep,
      );
    else this.goTo(next);
  }

  setAdvance(advance: boolean): void {
    this.state.advance = advance;
    browserStore.set(KEY, advance ? 'on' : 'off');
  }

  /** Fills in the values of objects drawn in a step. */
  drafted(patches: readonly Patch[]): readonly Patch[] {
    return this.current === undefined ? patches : withStepValues(patches, this.current);
  }

  /** An object of the step was drawn: a key point leads on to the next one by itself. */
  annotated(session: EditorSession, { patches }: Edit): void {
    const { guide, advance, at } = this.state;
    if (
      session !== this.open.now?.session ||
      guide?.kind !== 'key_points' ||
      !advance ||
      this.current === undefined ||
      !drew(patches, this.current)
    )
      return;
    const next = stepFrom(guide, at, 1);
    // After the edit is through: the tool that made it is still at work.
    if (next !== undefined) queueMicrotask(() => this.goTo(next));
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #follow(): void {
    const work = this.open.now;
    if (work === undefined) {
      this.#session = undefined;
      this.state.guide = undefined;
      return;
    }
    if (this.#asked !== work.opened.project.id) {
      this.state.guide = undefined;
      this.#project = undefined;
      void this.load(work.opened.project.id);
    }
    const isNew = this.#session !== work.session;
    if (!isNew && this.#classes === work.session.classes) return;
    this.#session = work.session;
    this.#guide(isNew);
  }

  /** Makes the guide of today's classes; a newly opened item begins with its first step. */
  #guide(fromStart = true): void {
    const session = this.open.now?.session;
    if (session === undefined || this.#project?.id !== this.open.now?.opened.project.id) return;
    this.#classes = session.classes;
    const guide = this.#project === undefined ? undefined : guideOf(this.#project.steps, session.classes);
    this.state.guide = guide === undefined ? undefined : ref(guide);
    if (guide !== undefined && (fromStart || this.state.at >= guide.steps.length)) {
      this.state.at = 0;
      session.setActiveClass(guide.steps[0]!.classId);
    }
  }
}
