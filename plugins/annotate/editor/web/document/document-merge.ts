import { ref } from 'valtio';
import type {
  AnnotationDocument,
  ConflictChoice,
  Edit,
  EditConflict,
  History,
  OpenedItem,
} from '#plugins/annotate/annotations/common/index.ts';
import {
  applyPatches,
  diffDocuments,
  makeEdit,
  readDocument,
  rebase,
  resolveConflict,
} from '#plugins/annotate/annotations/common/index.ts';
import type { LabelRaster } from '#plugins/annotate/annotations/common/raster/index.ts';
import type { Scene } from '../kit/scene.ts';
import type { DocumentState } from './document-state.ts';
import type { ItemJournal } from './item-journal.ts';
import type { MaskKeeper } from './mask/mask-keeper.ts';
import { messages } from '../messages.ts';

/** Parts of a merge. */
export interface MergedParts {
  readonly scene: Scene;
  readonly history: History;
  readonly journal: ItemJournal;
  readonly state: DocumentState;
  readonly mask: MaskKeeper | undefined;
}

/** State of the document after a merge. */
export interface MergedEdits {
  readonly unsaved: readonly Edit[];
  /** The revision that the edits are based on; absent while a person must choose, then the one of before goes on. */
  readonly revision?: number;
}

/**
 * Brings the edits of one open item onto a state of it that was stored elsewhere, and keeps what a person must choose
 * between.
 */
export class DocumentMerge {
  /** Versions of a merge with open conflicts. */
  #theirs: { readonly opened: OpenedItem; readonly raster: LabelRaster | undefined } | undefined;

  constructor(private readonly parts: MergedParts) {}

  /** Shows the edits on top of theirs. */
  onto(theirs: OpenedItem, raster: LabelRaster | undefined, edits: readonly Edit[]): MergedEdits {
    const { scene, state, mask } = this.parts;
    mask?.raster.interrupt();
    // The own tiles are determined against theirs as it was; the scene's own mask is about to change.
    const before = raster !== undefined && raster === mask?.raster ? raster.copy() : raster;
    let unsaved = edits;
    if (raster !== undefined && mask !== undefined) {
      unsaved = [...mask.mergeOnto(raster, theirs, edits)];
      this.#forgetSteps();
    }
    const merged = rebase(unsaved, readDocument(theirs.document));
    const document = mask?.fitted(merged.document, false) ?? merged.document;
    state.elsewhere = undefined;
    if (merged.conflicts.length === 0) return this.#mergeOnto(theirs, document, before);
    // The journal keeps my side as it was until every choice is made.
    scene.reset(document);
    this.#theirs = { opened: theirs, raster: before };
    state.conflicts = ref(merged.conflicts);
    return { unsaved };
  }

  /** Carries the choices out; what is not named stays as theirs. Undefined when nothing waits for a choice. */
  settle(choices: ReadonlyMap<EditConflict, ConflictChoice>): MergedEdits | undefined {
    const { scene, state, mask } = this.parts;
    const theirs = this.#theirs;
    if (state.conflicts === undefined || theirs === undefined) return undefined;
    const patches = state.conflicts.flatMap(conflict => resolveConflict(conflict, choices.get(conflict) ?? 'theirs'));
    const document = applyPatches(scene.document, patches);
    const merged = this.#mergeOnto(theirs.opened, mask?.fitted(document, true) ?? document, theirs.raster);
    this.#forgetSteps();
    state.conflicts = undefined;
    this.#theirs = undefined;
    return merged;
  }

  #mergeOnto(theirs: OpenedItem, document: AnnotationDocument, raster: LabelRaster | undefined): MergedEdits {
    const { scene, history, journal, state, mask } = this.parts;
    const tiles = raster === undefined ? [] : (mask?.tilesFrom(raster, 'mine') ?? []);
    const patches = [...diffDocuments(readDocument(theirs.document), document), ...tiles];
    const unsaved = patches.length === 0 ? [] : [makeEdit(messages.documentMerge.merge, patches)];
    scene.reset(document);
    journal.replace(theirs.revision, unsaved);
    if (unsaved.length === 0) {
      history.markSaved();
      state.save = ref({ kind: 'saved', at: Date.now() });
    }
    return { unsaved, revision: theirs.revision };
  }

  /** The old steps would bring back values of before a merge. */
  #forgetSteps(): void {
    const { history } = this.parts;
    history.disable();
    history.enable();
  }
}
