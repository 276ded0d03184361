import type {
  AnnotationDocument,
  Comment,
  DocumentMetadata,
  Edit,
  Instance,
  Patch,
} from '#plugins/annotate/annotations/common/index.ts';
import { applyToList } from '#plugins/annotate/annotations/common/index.ts';
import type { LabelRaster } from '#plugins/annotate/annotations/common/raster/index.ts';
import type { SceneChange } from './scene-change.ts';
import { emptyChange, patched, sameOrder, symmetricDifference } from './scene-change.ts';

/** Summary of a scene for React: a new object after every change but those of hover and drafts, which follow the pointer. */
export interface SceneSummary {
  /** Counts up with changes of instances only (not selection, hover or drafts); lists key their memo on it. */
  readonly instancesVersion: number;
  readonly instanceCount: number;
  readonly commentCount: number;
  readonly tagCount: number;
  readonly selected: readonly string[];
}

/**
 * The open document in memory: immutable instance objects by id in drawing order (last on top), selection, hover and
 * drafts, with one change signal. It is a plain class and must not be put into a proxy; React reads {@link summary}.
 *
 * Nothing but the session calls {@link apply}: tools and panels go through `session.edit`, so that history and journal
 * see everything. A running gesture shows its result as drafts, which are drawn instead of the instances but are never
 * saved.
 */
export class Scene {
  #document: AnnotationDocument;
  #byId: Map<string, Instance>;
  #places: Map<string, number> | undefined;
  #drafts: ReadonlyMap<string, Instance> = new Map();
  #selection: ReadonlySet<string> = new Set();
  #hover: string | undefined;
  #version = 0;
  #instancesVersion = 0;
  #summary: SceneSummary | undefined;
  #raster: LabelRaster | undefined;
  readonly #listeners = new Set<(change: SceneChange) => void>();

  /** `raster` is the mask of the item, for documents that have one. */
  constructor(document: AnnotationDocument, raster?: LabelRaster) {
    this.#document = document;
    this.#raster = raster;
    this.#byId = new Map(document.instances.map(instance => [instance.id, instance]));
  }

  /** The document as it would be saved now; drafts are not in it. */
  get document(): AnnotationDocument {
    return this.#document;
  }

  get metadata(): DocumentMetadata {
    return this.#document.metadata;
  }

  /** In drawing order, last on top. */
  get instances(): readonly Instance[] {
    return this.#document.instances;
  }

  get comments(): readonly Comment[] {
    return this.#document.comments;
  }

  get tags(): readonly string[] {
    return this.#document.tags;
  }

  /** The mask beside the document; edits change it together with the document. */
  get raster(): LabelRaster | undefined {
    return this.#raster;
  }

  get version(): number {
    return this.#version;
  }

  get summary(): SceneSummary {
    this.#summary ??= {
      instancesVersion: this.#instancesVersion,
      instanceCount: this.instances.length,
      commentCount: this.comments.length,
      tagCount: this.tags.length,
      selected: [...this.#selection],
    };
    return this.#summary;
  }

  get(id: string): Instance | undefined {
    return this.#byId.get(id);
  }

  /** The instance as it is to be drawn: its draft while a gesture changes it. */
  shown(id: string): Instance | undefined {
    return this.#drafts.get(id) ?? this.#byId.get(id);
  }

  /** Place in the drawing order, 0 at the bottom; -1 when there is no such instance. */
  placeOf(id: string): number {
    this.#places ??= new Map(this.instances.map((instance, index) => [instance.id, index]));
    return this.#places.get(id) ?? -1;
  }

  isHidden(id: string): boolean {
    return this.#byId.get(id)?.visible === false;
  }

  isLocked(id: string): boolean {
    return this.#byId.get(id)?.locked === true;
  }

  get selection(): ReadonlySet<string> {
    return this.#selection;
  }

  /** The selected instances in drawing order. */
  get selected(): readonly Instance[] {
    if (this.#selection.size === 0) return [];
    return [...this.#selection]
      .map(id => this.#byId.get(id)!)
      .toSorted((first, second) => this.placeOf(first.id) - this.placeOf(second.id));
  }

  get hover(): string | undefined {
    return this.#hover;
  }

  get drafts(): ReadonlyMap<string, Instance> {
    return this.#drafts;
  }

  /** Replaces the selection; ids that do not exist are left out. */
  select(ids: Iterable<string>): void {
    const next = new Set([...ids].filter(id => this.#byId.has(id)));
    const changed = symmetricDifference(this.#selection, next);
    if (changed.size === 0) return;
    this.#selection = next;
    this.#emit({ ...emptyChange, selection: changed });
  }

  /** Adds to the selection, or takes out what is in it already. */
  toggleSelection(ids: Iterable<string>): void {
    this.select(symmetricDifference(this.#selection, new Set(ids)));
  }

  /** The instance under the pointer, on the stage or in a list; highlighted in both. */
  setHover(id: string | undefined): void {
    const next = id !== undefined && this.#byId.has(id) ? id : undefined;
    if (next === this.#hover) return;
    const changed = new Set([this.#hover, next].filter(one => one !== undefined));
    this.#hover = next;
    this.#notify({ ...emptyChange, hover: changed });
  }

  /** Shows these instances instead of, or beside, the real ones; replaces all earlier drafts. */
  setDrafts(drafts: Iterable<Instance>): void {
    const next = new Map([...drafts].map(instance => [instance.id, instance]));
    if (next.size === 0 && this.#drafts.size === 0) return;
    const changed = new Set([...this.#drafts.keys(), ...next.keys()]);
    this.#drafts = next;
    this.#notify({ ...emptyChange, drafts: changed });
  }

  /** Ends every draft, by cancelling or because the edit has been made. */
  clearDrafts(): void {
    this.setDrafts([]);
  }

  /** Applies an edit. Deleted instances leave the selection and the hover. Only the session calls this. */
  apply(edit: Pick<Edit, 'patches'>): void {
    for (const patch of edit.patches)
      if (patch.collection === 'raster') this.#raster?.write(patch.id, String(patch.after ?? ''));
    const change = this.#applyInstances(edit.patches.filter(patch => patch.collection === 'instances'));
    const comments = edit.patches.filter(patch => patch.collection === 'comments');
    const tags = edit.patches.filter(patch => patch.collection === 'tags');
    const metadata = edit.patches.filter(patch => patch.collection === 'metadata');
    this.#document = {
      ...this.#document,
      comments: applyToList(this.comments, comments),
      tags: applyToList(this.tags, tags),
      metadata: metadata.length === 0 ? this.metadata : patched(this.metadata, metadata),
    };
    this.#emit({ ...change, comments: comments.length > 0, tags: tags.length > 0, metadata: metadata.length > 0 });
  }

  /**
   * Puts another document in place, e.g. the one a colleague saved. Selection and hover keep what still exists; drafts
   * end. The mask stays, unless its tiles come too.
   */
  reset(document: AnnotationDocument, tiles: readonly Patch[] = []): void {
    for (const tile of tiles) this.#raster?.write(tile.id, String(tile.after ?? ''));
    const [before, order] = [this.#byId, !sameOrder(this.instances, document.instances)];
    this.#document = document;
    this.#byId = new Map(document.instances.map(instance => [instance.id, instance]));
    if (order) this.#places = undefined;
    this.#instancesVersion += 1;
    const drafts = new Set(this.#drafts.keys());
    this.#drafts = new Map();
    const removed = new Set([...before.keys()].filter(id => !this.#byId.has(id)));
    const added = new Set([...this.#byId.keys()].filter(id => !before.has(id)));
    const changed = new Set(
      [...this.#byId].filter(([id, instance]) => before.has(id) && before.get(id) !== instance).map(([id]) => id),
    );
    this.#emit({
      ...emptyChange,
      added,
      removed,
      changed,
      order,
      drafts,
      ...this.#forget(removed),
      comments: true,
      tags: true,
      metadata: true,
    });
  }

  /** Holds these instances from now on, without an edit: for documents of which it holds a part. */
  load(instances: readonly Instance[]): void {
    const before = this.#byId;
    this.#document = { ...this.#document, instances };
    this.#byId = new Map(instances.map(instance => [instance.id, instance]));
    this.#places = undefined;
    this.#instancesVersion += 1;
    const removed = new Set([...before.keys()].filter(id => !this.#byId.has(id)));
    const added = new Set([...this.#byId.keys()].filter(id => !before.has(id)));
    this.#emit({ ...emptyChange, added, removed, order: true, ...this.#forget(removed) });
  }

  /** Calls `listener` after each change with the ids it touched. Returns the way to stop. */
  onChange(listener: (change: SceneChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #applyInstances(patches: readonly Patch[]): SceneChange {
    if (patches.length === 0) return emptyChange;
    const added = new Set<string>();
    const removed = new Set<string>();
    const changed = new Set<string>();
    const replaced = this.#replaceInPlace(patches);
    const instances = replaced ?? applyToList(this.instances, patches);
    for (const patch of patches) {
      if (patch.after === undefined) {
        this.#byId.delete(patch.id);
        if (!added.delete(patch.id)) removed.add(patch.id);
      } else if (this.#byId.has(patch.id)) {
        this.#byId.set(patch.id, patch.after as Instance);
        changed.add(patch.id);
      } else if (patch.before === undefined) {
        this.#byId.set(patch.id, patch.after as Instance);
        if (removed.delete(patch.id)) changed.add(patch.id);
        else added.add(patch.id);
      }
    }
    this.#document = { ...this.#document, instances };
    const order = replaced === undefined;
    if (order) this.#places = undefined;
    this.#instancesVersion += 1;
    return { ...emptyChange, added, removed, changed, order, ...this.#forget(removed) };
  }

  /** Replacements alone keep every place, so the list is copied once and written by index. */
  #replaceInPlace(patches: readonly Patch[]): readonly Instance[] | undefined {
    if (patches.some(patch => patch.before === undefined || patch.after === undefined || patch.index !== undefined))
      return undefined;
    const instances = [...this.instances];
    for (const patch of patches) {
      const place = this.placeOf(patch.id);
      if (place >= 0) instances[place] = patch.after as Instance;
    }
    return instances;
  }

  #forget(removed: ReadonlySet<string>): Pick<SceneChange, 'selection' | 'hover'> {
    const deselected = new Set([...this.#selection].filter(id => removed.has(id)));
    if (deselected.size > 0) this.#selection = new Set([...this.#selection].filter(id => !removed.has(id)));
    const unhovered =
      this.#hover !== undefined && removed.has(this.#hover) ? new Set([this.#hover]) : emptyChange.hover;
    if (unhovered.size > 0) this.#hover = undefined;
    return { selection: deselected, hover: unhovered };
  }

  #emit(change: SceneChange): void {
    this.#summary = undefined;
    this.#notify(change);
  }

  #notify(change: SceneChange): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener(change);
  }
}
