import { QueryClient } from '@tanstack/react-query';
import { inject } from 'inversify';
import { proxy, ref } from 'valtio';
import { toast, toastError } from '#core/ui/web/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { mergedReasons, outcomeText } from '#plugins/workspace/items/common/index.ts';
import type { TagResult } from '../../common/api.ts';
import type { TagChange } from '../../common/tag-changes.ts';
import { newId } from '#plugins/annotate/annotations/common/index.ts';
import { ClassificationClient } from '../classification-client.ts';
import type { TaggedItem } from '../classification-client.ts';
import { BatchHistory } from './batch-history.ts';
import type { GridSelection } from './grid-selection.ts';
import { nothingChosen, targets } from './grid-selection.ts';
import { messages } from '../messages.ts';

/** Key of the items of a project that are shown with what they are said to be. */
export const taggedKey = (projectId: number): readonly unknown[] => ['editor-classification', 'tagged', projectId];

/** Many items being classified: which are chosen, what is done to them, and how it is taken back. */
export class GridController {
  readonly state = proxy<{
    selection: GridSelection;
    busy: number;
    left: ReadonlyMap<number, string>;
    undo: string | undefined;
    redo: string | undefined;
  }>({
    selection: ref(nothingChosen),
    busy: 0,
    left: ref(new Map<number, string>()),
    undo: undefined,
    redo: undefined,
  });
  /** Items by id as far as they were loaded, filled by the screen. */
  readonly known = new Map<number, TaggedItem>();
  ids: readonly number[] = [];
  #projectId = 0;
  #history: BatchHistory;
  /** Orders requests one after another: keys come faster than answers. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    @inject(ClassificationClient) private readonly client: ClassificationClient,
    @inject(QueryClient) private readonly queries: QueryClient,
  ) {
    this.#history = this.#fresh();
  }

  /** Makes this the list; another project begins with nothing to undo. */
  show(projectId: number, ids: readonly number[]): void {
    if (projectId !== this.#projectId) {
      this.#projectId = projectId;
      this.#history = this.#fresh();
      this.known.clear();
      this.#showHistory();
    }
    if (ids === this.ids) return;
    this.ids = ids;
    this.state.selection = ref(nothingChosen);
    this.state.left = ref(new Map());
  }

  select(selection: GridSelection): void {
    this.state.selection = ref(selection);
  }

  /** Resolves when what was asked for until now is stored. */
  settled(): Promise<unknown> {
    return this.#turn;
  }

  /** Items that a key applies to now. */
  get targets(): readonly number[] {
    return targets(this.state.selection, this.ids);
  }

  /** Gives a class to all that is chosen; takes it away where all have it. */
  toggle(owner: AnnotationClass): Promise<void> {
    const ids = this.targets;
    const all = ids.every(id => this.known.get(id)?.tags.tags.some(each => each.class_id === owner.id) === true);
    return this.apply(all ? messages.gridController.nameTakenAway(owner.name) : owner.name, ids, {
      kind: all ? 'remove' : 'add',
      class_id: owner.id,
    });
  }

  apply(label: string, ids: readonly number[], change: TagChange): Promise<void> {
    if (ids.length === 0) return Promise.resolve();
    return this.#run(() => this.#history.apply(label, ids, change), 'classified');
  }

  undo(): Promise<void> {
    return this.#run(() => this.#history.undo(), messages.gridController.putBack);
  }

  redo(): Promise<void> {
    return this.#run(() => this.#history.redo(), messages.gridController.classifiedAgain);
  }

  #run(work: () => Promise<TagResult | undefined>, verb: string): Promise<void> {
    this.state.busy += 1;
    const next = this.#turn.then(async () => {
      try {
        const result = await work();
        if (result !== undefined) this.#show(result, verb);
      } catch (error) {
        toastError(error);
      } finally {
        this.state.busy -= 1;
        this.#showHistory();
      }
    });
    this.#turn = next;
    return next;
  }

  #show({ changed, same, refused }: TagResult, verb: string): void {
    const byId = new Map(changed.map(each => [each.item_id, each]));
    for (const [id, tags] of byId) {
      const before = this.known.get(id);
      if (before !== undefined) this.known.set(id, { ...before, tags });
    }
    this.queries.setQueriesData<ReadonlyMap<number, TaggedItem>>({ queryKey: taggedKey(this.#projectId) }, page =>
      page === undefined
        ? page
        : new Map([...page].map(([id, each]) => [id, byId.has(id) ? { ...each, tags: byId.get(id)! } : each])),
    );
    void this.queries.invalidateQueries({ queryKey: ['editor-classification', 'progress', this.#projectId] });
    this.state.left = ref(new Map(refused.map(each => [each.item_id, each.message])));
    if (refused.length === 0) return;
    const reasons = mergedReasons(...refused.map(({ code, message }) => [{ code, message, count: 1 }]));
    toast(outcomeText(verb, { changed: changed.length, same: same.length, since: 0, refused: reasons }), {
      tone: 'error',
    });
  }

  #showHistory(): void {
    this.state.undo = this.#history.undoLabel;
    this.state.redo = this.#history.redoLabel;
  }

  #fresh(): BatchHistory {
    const params = (): { readonly project_id: number } => ({ project_id: this.#projectId });
    return new BatchHistory({
      change: (ids, change) =>
        this.client.tags.changeTags({
          params: params(),
          body: { op: newId(), item_ids: [...ids], change: change as never },
        }),
      stepBack: steps => this.client.tags.stepBackTags({ params: params(), body: { op: newId(), items: [...steps] } }),
    });
  }
}
