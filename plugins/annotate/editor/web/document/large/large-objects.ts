import type { Client } from '#core/api/web/index.ts';
import type {
  annotationDocumentApi,
  AnnotationDocument,
  Edit,
  Instance,
  ObjectCell,
  ObjectCellView,
  ObjectEntry,
  OpenedItem,
  PlacedObject,
  Saved,
} from '#plugins/annotate/annotations/common/index.ts';
import { readDocument } from '#plugins/annotate/annotations/common/index.ts';
import type { LoadedObjects, ObjectListQuery } from '../../kit/loaded-objects.ts';
import type { Scene } from '../../kit/scene.ts';
import { changedIds } from './large-edits.ts';
import { smallPatches } from './small-patches.ts';

type Calls = Pick<
  Client<typeof annotationDocumentApi>,
  'getObjectCell' | 'saveAnnotation' | 'listObjects' | 'readObjects' | 'saveObjects' | 'openItem'
>;

/** Milliseconds between two looks for objects that are being prepared. */
const LOOK_MS = 700;

/** Place of objects in the drawing order that are on top of all stored ones. */
const TOP = Number.MAX_SAFE_INTEGER;

/** The objects of a large document: reads them by viewport into the scene, and saves single ones. */
export class LargeObjects implements LoadedObjects {
  readonly #params: { readonly project_id: number; readonly item_id: number };
  #scene: Scene | undefined;
  #count: number;
  #preparing: boolean;
  #complete = false;
  /** Places in the drawing order of the objects that were read. */
  readonly #places = new Map<string, number>();
  /** Objects that were changed: the scene holds their newest state, or knows that they are deleted. */
  readonly #changed = new Set<string>();
  readonly #listeners = new Set<() => void>();
  /** Objects of the last save, in its order. */
  #sent: readonly string[] = [];
  #closed = false;

  constructor(
    { project, item }: OpenedItem,
    large: NonNullable<OpenedItem['large']>,
    private readonly calls: Calls,
  ) {
    this.#params = { project_id: project.id, item_id: item.id };
    this.#count = large.count;
    this.#preparing = large.job_id !== null;
  }

  get count(): number {
    return this.#count;
  }

  /** The server is making the objects ready; until then nothing can be changed. */
  get preparing(): boolean {
    return this.#preparing;
  }

  get complete(): boolean {
    return this.#complete;
  }

  /** Takes the scene that is to hold the objects. */
  serve(scene: Scene): void {
    this.#scene = scene;
  }

  /** Notes an edit that was made, undone or recovered: what it touches stays in the scene. */
  note({ patches }: Pick<Edit, 'patches'>): void {
    for (const { collection, id, before, after } of patches) {
      if (collection !== 'instances') continue;
      this.#changed.add(id);
      this.#count += (after === undefined ? 0 : 1) - (before === undefined ? 0 : 1);
    }
  }

  /** Loads the objects that edits of an earlier session changed, and notes the edits. */
  async recover(edits: readonly Edit[]): Promise<void> {
    await this.findAll(changedIds(edits));
    for (const edit of edits) this.note(edit);
  }

  cell(cell: ObjectCell, signal: AbortSignal): Promise<ObjectCellView> {
    return this.calls.getObjectCell({ params: { ...this.#params, ...cell }, signal });
  }

  list(
    query: ObjectListQuery,
    signal?: AbortSignal,
  ): Promise<{ readonly data: readonly ObjectEntry[]; readonly count: number }> {
    return this.calls.listObjects({ params: this.#params, query, ...(signal === undefined ? {} : { signal }) });
  }

  show(objects: Iterable<PlacedObject>): void {
    if (this.#complete) return;
    const scene = this.#scene!;
    const next = new Map<string, Instance>();
    for (const { place, instance } of objects) {
      this.#places.set(instance.id, place);
      if (!this.#changed.has(instance.id)) next.set(instance.id, scene.get(instance.id) ?? instance);
    }
    const stays = ({ id }: Instance): boolean =>
      this.#changed.has(id) || scene.selection.has(id) || scene.drafts.has(id) || !this.#places.has(id);
    for (const instance of scene.instances) if (stays(instance)) next.set(instance.id, instance);
    this.#load([...next.values()]);
  }

  async find(id: string): Promise<boolean> {
    await this.findAll([id]);
    return this.#scene!.get(id) !== undefined;
  }

  /** Loads objects into the scene that it does not hold. */
  async findAll(ids: readonly string[]): Promise<void> {
    const scene = this.#scene!;
    const found = await this.#read(ids.filter(id => scene.get(id) === undefined && !this.#changed.has(id)));
    const missing = found.filter(({ id }) => scene.get(id) === undefined);
    if (missing.length > 0) this.#load([...scene.instances, ...missing]);
  }

  onOutdated(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Stores edits as changes of single objects; `data` is what the scene holds. */
  save(op: string, base: number, edits: readonly Edit[], data: AnnotationDocument): Promise<Saved> {
    if (this.#complete) return this.calls.saveAnnotation({ params: this.#params, body: { op, base, data } });
    const patches = smallPatches(edits, id => this.placeOf(id));
    this.#sent = patches.flatMap(({ collection, id, after }) =>
      collection === 'instances' && after !== undefined ? [id] : [],
    );
    return this.calls.saveObjects({ params: this.#params, body: { op, base, patches } });
  }

  /** Place in the drawing order of an object that was read; undefined for others. */
  placeOf(id: string): number | undefined {
    return this.#places.get(id);
  }

  /** The id of the object that a finding about the last save names by its place in it. */
  sentAt(place: number): string | undefined {
    return this.#sent[place];
  }

  /**
   * The item as it is on the server now, once its objects are ready, with those of them that were changed here or are
   * selected. Cells that were read before are outdated then.
   */
  async reload(): Promise<OpenedItem> {
    let opened = await this.calls.openItem({ params: this.#params });
    while (typeof opened.large?.job_id === 'string' && !this.#closed) {
      await new Promise(resolve => setTimeout(resolve, LOOK_MS));
      opened = await this.calls.openItem({ params: this.#params });
    }
    this.#preparing = false;
    this.#complete = opened.large === null;
    if (opened.large === null) return opened;
    this.#count = opened.large.count;
    const document = readDocument(opened.document);
    const own = new Set(document.instances.map(({ id }) => id));
    const kept = new Set([...this.#changed, ...(this.#scene?.selection ?? [])]);
    const found = await this.#read([...kept].filter(id => !own.has(id)));
    return { ...opened, document: { ...document, instances: this.#inOrder([...document.instances, ...found]) } };
  }

  /** Makes all who keep cells read them again. */
  outdated(): void {
    for (const listener of this.#listeners) listener();
  }

  close(): void {
    this.#closed = true;
  }

  async #read(ids: readonly string[]): Promise<readonly Instance[]> {
    if (ids.length === 0) return [];
    const { objects } = await this.calls.readObjects({ params: this.#params, body: { ids: [...ids] } });
    for (const { place, instance } of objects) this.#places.set(instance.id, place);
    return objects.map(({ instance }) => instance);
  }

  #load(instances: readonly Instance[]): void {
    this.#scene!.load(this.#inOrder(instances));
  }

  #inOrder(instances: readonly Instance[]): readonly Instance[] {
    const placeOf = ({ id }: Instance): number => this.#places.get(id) ?? TOP;
    return instances.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
