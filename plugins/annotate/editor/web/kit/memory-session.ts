import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import type { AnnotationDocument, JsonRecord, Patch } from '#plugins/annotate/annotations/common/index.ts';
import { completePatches, History, makeEdit } from '#plugins/annotate/annotations/common/index.ts';
import type { LabelRaster } from '#plugins/annotate/annotations/common/raster/index.ts';
import type { EditorItem, EditorSession } from './editor-type.ts';
import { Scene } from './scene.ts';

/** A session that lives in memory only: for previews, tests and benchmarks. It saves nothing. */
export class MemorySession implements EditorSession {
  readonly item: EditorItem;
  readonly scene: Scene;
  readonly history = new History();
  readonly user: { readonly email: string; readonly role: string };
  readonly messages: string[] = [];
  particulars: JsonRecord = {};
  #classes: readonly AnnotationClass[];
  #activeClassId: number | undefined;
  #readOnly = false;
  readonly #listeners = new Set<() => void>();

  constructor(
    item: EditorItem,
    document: AnnotationDocument,
    classes: readonly AnnotationClass[],
    user = { email: 'someone@example.com', role: 'Annotator' },
    raster?: LabelRaster,
  ) {
    this.item = item;
    this.scene = new Scene(document, raster);
    this.#classes = classes;
    this.#activeClassId = classes.find(one => one.type === ClassType.Object)?.id;
    this.user = user;
  }

  get classes(): readonly AnnotationClass[] {
    return this.#classes;
  }

  get activeClassId(): number | undefined {
    return this.#activeClassId;
  }

  get readOnly(): boolean {
    return this.#readOnly;
  }

  setActiveClass(id: number | undefined): void {
    this.#activeClassId = id;
    this.#changed();
  }

  setClasses(classes: readonly AnnotationClass[]): void {
    this.#classes = classes;
    this.#changed();
  }

  setParticulars(particulars: JsonRecord): void {
    this.particulars = particulars;
    this.#changed();
  }

  setReadOnly(readOnly: boolean): void {
    this.#readOnly = readOnly;
    this.#changed();
  }

  edit(label: string, patches: readonly Patch[]): void {
    if (this.#readOnly || patches.length === 0) return;
    const edit = makeEdit(label, completePatches(this.scene.document, patches));
    this.scene.apply(edit);
    this.history.push(edit);
  }

  undo(): boolean {
    this.scene.raster?.interrupt();
    const edit = this.history.undo();
    if (edit !== undefined) this.scene.apply(edit);
    return edit !== undefined;
  }

  redo(): boolean {
    this.scene.raster?.interrupt();
    const edit = this.history.redo();
    if (edit !== undefined) this.scene.apply(edit);
    return edit !== undefined;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  notify(text: string): void {
    this.messages.push(text);
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}
