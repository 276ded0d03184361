import { subscribe } from 'valtio';
import { conflict, Fault } from '#core/base/common/index.ts';
import type { AnnotationDocument } from '#plugins/annotate/annotations/common/index.ts';
import { readDocument, rebase } from '#plugins/annotate/annotations/common/index.ts';
import type { DocumentState } from '../document/document-state.ts';
import type { EditorDocument } from '../document/editor-document.ts';
import { withEdits } from '../document/large/edited-document.ts';

/** Most objects of a document that is handed over: two pages have to hold all of them at once. */
export const MOST_OBJECTS = 200_000;
/** Most times that the stored document is read: a save makes what was read before it outdated. */
const MOST_READS = 3;
/** Milliseconds after which a document that is still being prepared or saved is given up; hosts wait 30 seconds. */
const LONGEST_MS = 20_000;

/**
 * Returns all annotations of an open item: those that are stored, with the unsaved edits on them. A mask is named by
 * its hash; what was painted since the last save is sent to the server first, without being saved. `readStored` reads
 * the stored document from the server, for a document of which the browser holds a part.
 * @throws Fault CONFLICT (409) while a person has to choose between edits of two people, DOCUMENT_TOO_LARGE (413) above
 * {@link MOST_OBJECTS}, STILL_SAVING (409) when saves do not end
 */
export async function currentAnnotations(
  document: EditorDocument,
  readStored: () => Promise<{ readonly document: AnnotationDocument; readonly revision: number }>,
): Promise<AnnotationDocument> {
  const { objects, scene, mask, state } = document;
  const count = objects?.count ?? scene.instances.length;
  if (count > MOST_OBJECTS)
    throw new Fault(
      'DOCUMENT_TOO_LARGE',
      `This item has ${count.toLocaleString('en')} objects; at most ${MOST_OBJECTS.toLocaleString('en')} are handed over. Export the project instead.`,
      { status: 413, details: { count, most: MOST_OBJECTS } },
    );
  if (state.conflicts !== undefined) throw conflict();
  if (objects !== undefined && !objects.complete) return inTime(wholeDocument(document, readStored));
  return mask === undefined ? scene.document : mask.toSend(scene.document).data();
}

async function wholeDocument(
  document: EditorDocument,
  readStored: Parameters<typeof currentAnnotations>[1],
): Promise<AnnotationDocument> {
  const { state, objects, scene } = document;
  // Objects that are being prepared come first, with the edits that an earlier session left.
  await document.ready;
  for (let reads = 0; reads < MOST_READS; reads += 1) {
    await savesEnded(state);
    const base = document.revision;
    const stored = await readStored();
    if (state.conflicts !== undefined) throw conflict();
    if (objects?.complete === true) return scene.document;
    if (state.save.kind === 'saving' || document.revision !== base) continue;
    const theirs = readDocument(stored.document);
    if (stored.revision !== base && rebase(document.unsaved, theirs).conflicts.length > 0) throw conflict();
    return withEdits(theirs, document.unsaved, id => objects?.placeOf(id));
  }
  throw stillSaving();
}

/** Resolves when no save is under way. */
function savesEnded(state: DocumentState): Promise<void> {
  return new Promise(resolve => {
    const look = (): void => {
      if (state.save.kind === 'saving') return;
      stop();
      resolve();
    };
    const stop = subscribe(state, look);
    look();
  });
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(stillSaving()), LONGEST_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const stillSaving = (): Fault =>
  new Fault('STILL_SAVING', 'The annotations are still being prepared or saved. Ask again in a moment.', {
    status: 409,
  });
