import { proxy, ref } from 'valtio';
import { Disposables } from '#core/base/common/index.ts';
import type { Disposable } from '#core/base/common/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import type {
  ConflictChoice,
  Edit,
  EditConflict,
  JsonRecord,
  OpenedItem,
  Patch,
} from '#plugins/annotate/annotations/common/index.ts';
import { completePatches, History, makeEdit, readDocument } from '#plugins/annotate/annotations/common/index.ts';
import type { LabelRaster } from '#plugins/annotate/annotations/common/raster/index.ts';
import type { EditorHooks } from '../kit/editor-hooks.ts';
import type { EditorItem, EditorSession } from '../kit/editor-type.ts';
import { Scene } from '../kit/scene.ts';
import type { LargeObjects } from './large/large-objects.ts';
import { DocumentMerge } from './document-merge.ts';
import type { DocumentPorts, DocumentState } from './document-state.ts';
import { editRefusal } from './edit-refusal.ts';
import { largeRefusal } from './large/large-edits.ts';
import { editorItemOf, isOwnMove, openingState } from './document-state.ts';
import { followSaving, pageClock } from './follow-page.ts';
import type { ItemJournal } from './item-journal.ts';
import type { MaskKeeper } from './mask/mask-keeper.ts';
import type { SaveAttempt } from './save-attempt.ts';
import { SaveQueue } from './save-queue.ts';
import { UnsavedEdits } from './unsaved-edits.ts';
import { unclassify } from './unclassify.ts';

/** One open item: scene, history, journal and saving. Editors work on it as their session. */
export class EditorDocument implements EditorSession, Disposable {
  readonly item: EditorItem;
  readonly scene: Scene;
  readonly history = new History();
  readonly user: { readonly email: string; readonly role: string };
  readonly state: DocumentState;
  /** Resolves when the objects of a large document are prepared and hold the work of earlier sessions. */
  ready = Promise.resolve();
  readonly #queue: SaveQueue<SaveAttempt>;
  readonly #listeners = new Set<() => void>();
  readonly #owned = new Disposables();
  readonly #unsaved: UnsavedEdits;
  #particulars: JsonRecord;
  readonly #merging: DocumentMerge;

  constructor(
    readonly opened: OpenedItem,
    email: string,
    private readonly journal: ItemJournal,
    private readonly hooks: EditorHooks,
    private readonly ports: DocumentPorts,
    readonly mask?: MaskKeeper,
    readonly objects?: LargeObjects,
  ) {
    this.item = editorItemOf(opened);
    this.scene = new Scene(readDocument(opened.document), mask?.raster);
    objects?.serve(this.scene);
    this.user = { email, role: opened.role.name };
    this.#unsaved = new UnsavedEdits(opened.revision, journal, revision => ports.storedAs(revision));
    this.#particulars = opened.particulars ?? {};
    this.state = proxy(openingState(opened));
    this.#merging = new DocumentMerge({ scene: this.scene, history: this.history, journal, state: this.state, mask });
    journal.onFailure(() => (this.state.unwritten = true));
    this.#queue = new SaveQueue<SaveAttempt>({
      begin: () => this.#begin(),
      send: async ({ op, base, data, edits, isEdited }) => {
        const answer = await this.ports.save({ op, base, data: await data(), edits, isEdited });
        if (isOwnMove(answer, this.state.status, this.opened)) this.state.status = answer.status;
        this.ports.statusChanged(answer.status);
        return answer;
      },
      acknowledged: (attempt, revision) => this.#acknowledge(attempt, revision),
      changes: () => this.#unsaved.edits.length,
      merge: async () => this.#mergeWith(await this.ports.reload()),
      refused: fault => {
        if (fault.status === 403 || fault.status === 404) this.ports.refused(fault);
      },
      refusal: () => this.ports.refusal(),
      stateChanged: save => (this.state.save = ref(save)),
      ...pageClock,
    });
  }

  get classes(): readonly AnnotationClass[] {
    return this.state.classes;
  }

  get activeClassId(): number | undefined {
    return this.state.activeClassId;
  }

  get readOnly(): boolean {
    return this.state.readOnly !== undefined;
  }

  get revision(): number {
    return this.#unsaved.base;
  }

  get isClean(): boolean {
    return this.#queue.isClean;
  }

  /** The edits no acknowledged save holds, e.g. to be downloaded. */
  get unsaved(): readonly Edit[] {
    return this.#unsaved.edits;
  }

  get particulars(): JsonRecord {
    return this.#particulars;
  }

  /** Takes the server's present data for the editor beside the document. */
  setParticulars(particulars: JsonRecord): void {
    this.#particulars = particulars;
    this.#changed();
  }

  setActiveClass(id: number | undefined): void {
    this.state.activeClassId = id;
    this.#changed();
  }

  /** Replays what the last session left, and begins to follow the connection. */
  async begin(): Promise<void> {
    if (this.objects?.preparing === true)
      this.ready = this.#prepared().catch(error => this.notify(String(error), 'error'));
    else await this.#recover();
    this.#owned.add(followSaving(this.#queue, () => this.state.unwritten && !this.#queue.isClean));
  }

  /** Shows a large document once the server has made its objects ready. */
  async #prepared(): Promise<void> {
    await this.#mergeWith(await this.ports.reload());
    await this.#recover();
  }

  async #recover(): Promise<void> {
    const drafts = await this.journal.recover();
    const edits = drafts.flatMap(draft => draft.edits);
    if (edits.length === 0) return this.#unsaved.adopt([]);
    await this.objects?.recover(edits);
    const [only] = drafts;
    if (drafts.length === 1 && only!.base === this.#unsaved.base) {
      for (const edit of edits) this.scene.apply(edit);
      await this.#unsaved.adopt(edits, only!.op);
    } else {
      this.#unsaved.replace(edits);
      // The scene shows the mask of the item as it was opened, nothing else yet.
      this.#merge(this.objects === undefined ? this.opened : await this.ports.reload(), this.mask?.raster);
      if (this.state.conflicts === undefined) await this.#unsaved.adopt(this.#unsaved.edits);
    }
    this.state.recovered = edits.length;
    if (this.state.conflicts === undefined) void this.#queue.save();
  }

  edit(label: string, patches: readonly Patch[]): void {
    if (patches.length === 0 || !this.#mayApply(patches)) return;
    const refusal = editRefusal(patches, this.opened, this.state.classes) ?? largeRefusal(this.objects, patches);
    if (refusal !== undefined) return this.notify(refusal, 'error');
    const edit = makeEdit(label, completePatches(this.scene.document, this.hooks.drafting.call(patches, this)));
    if (edit.patches.length === 0) return;
    this.scene.apply(edit);
    this.history.push(edit);
    this.#record(edit);
  }

  undo(): boolean {
    this.mask?.raster.interrupt();
    return this.#step(this.readOnly ? undefined : this.history.undo());
  }

  redo(): boolean {
    this.mask?.raster.interrupt();
    return this.#step(this.readOnly ? undefined : this.history.redo());
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  notify(text: string, tone: 'info' | 'error' = 'info'): void {
    this.ports.notify(text, tone);
  }

  /** Saves now. True when everything is stored. */
  save(): Promise<boolean> {
    return this.#queue.save();
  }

  /** The person has signed in again. */
  readonly resume = (): void => this.#queue.resume();

  setReadOnly(reason: string | undefined, mayComment = reason === undefined): void {
    this.state.readOnly = reason;
    this.state.mayComment = mayComment;
    this.#changed();
  }

  /** Today's classes. Instances of a class that is gone become unclassified; nothing else of them changes. */
  setClasses(classes: readonly AnnotationClass[]): void {
    this.state.classes = ref(classes);
    this.scene.apply({ patches: unclassify(this.scene.instances, classes) });
    if (!classes.some(each => each.id === this.state.activeClassId))
      this.state.activeClassId = classes.find(each => each.type === ClassType.Object)?.id;
    this.#changed();
  }

  /** Notes a revision that the server stored. One that this document did not save is shown as saved elsewhere. */
  noteRevision(revision: number, by: string | undefined): void {
    if (revision <= this.#unsaved.base || this.state.save.kind === 'saving') return;
    this.state.elsewhere = { revision, by };
  }

  seen(status: number): void {
    if (!this.state.statusHeld) this.state.status = status;
  }

  /** Loads what was saved elsewhere and brings the unsaved edits onto it. */
  async mergeElsewhere(): Promise<void> {
    if (await this.#mergeWith(await this.ports.reload())) void this.#queue.save();
  }

  /** Carries the choices out, by `collection id`; what is not named stays as theirs. */
  settleConflicts(choices: ReadonlyMap<EditConflict, ConflictChoice>): void {
    const merged = this.#merging.settle(choices);
    if (merged === undefined) return;
    this.#unsaved.replace(merged.unsaved, merged.revision);
    this.#queue.resume();
  }

  /** Ends the work on the item: what is not stored yet goes on being saved until it is, and stays in the journal. */
  dispose(): void {
    this.#owned.dispose();
    void this.#queue.save().then(async saved => {
      if (saved || this.state.save.kind === 'conflict' || this.state.save.kind === 'refused') this.#queue.dispose();
      this.mask?.dispose();
      this.objects?.close();
      await this.journal.close();
    });
  }

  #begin(): SaveAttempt {
    const save = this.#unsaved.begin();
    const document = this.hooks.saving.call(this.scene.document, this.opened.item);
    const { data, acknowledged: maskStored } = this.mask?.toSend(document) ?? {
      data: () => Promise.resolve(document),
      acknowledged: () => undefined,
    };
    const isEdited = this.mask === undefined && document === this.scene.document;
    return { ...save, data, maskStored, isEdited, checkpoint: this.history.checkpoint() };
  }

  #acknowledge(attempt: SaveAttempt, revision: number): void {
    attempt.maskStored();
    this.#unsaved.acknowledged(revision, attempt.edits.length);
    this.history.markSaved(attempt.checkpoint);
    if (this.state.elsewhere !== undefined && this.state.elsewhere.revision <= revision)
      this.state.elsewhere = undefined;
  }

  async #mergeWith(theirs: OpenedItem): Promise<boolean> {
    return this.#merge(theirs, await this.mask?.theirs(theirs));
  }

  /** Brings the unsaved edits onto theirs. False when a person must choose. */
  #merge(theirs: OpenedItem, raster: LabelRaster | undefined): boolean {
    this.setReadOnly(theirs.readOnly ?? undefined, theirs.mayComment);
    const merged = this.#merging.onto(theirs, raster, this.#unsaved.edits);
    this.#unsaved.replace(merged.unsaved, merged.revision);
    this.objects?.outdated();
    return merged.revision !== undefined;
  }

  #mayApply(patches: readonly Patch[]): boolean {
    return !this.readOnly || (this.state.mayComment && patches.every(({ collection }) => collection === 'comments'));
  }

  #step(edit: Edit | undefined): boolean {
    if (edit === undefined) return false;
    this.scene.apply(edit);
    this.#record(edit);
    return true;
  }

  #record(edit: Edit): void {
    this.objects?.note(edit);
    this.#unsaved.append(edit);
    this.#queue.changed();
    this.hooks.annotated.call(this, edit);
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}
