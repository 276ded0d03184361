import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AnnotationDocument, OpenedItem } from '#plugins/annotate/annotations/common/index.ts';
import { readDocument, replaceInstance } from '#plugins/annotate/annotations/common/index.ts';
import { LabelRaster } from '#plugins/annotate/annotations/common/raster/index.ts';
import type { DocumentPorts } from '../document/document-state.ts';
import { EditorDocument } from '../document/editor-document.ts';
import { ItemJournal } from '../document/item-journal.ts';
import { LargeObjects } from '../document/large/large-objects.ts';
import { MaskKeeper } from '../document/mask/mask-keeper.ts';
import { EditorHooks } from '../kit/editor-hooks.ts';
import { currentAnnotations, MOST_OBJECTS } from './current-annotations.ts';
import { box, documentOf, openedItem } from './embedded-server.support.ts';

/** The document of the item on the server. */
let stored: { document: AnnotationDocument; revision: number };
let document: EditorDocument;
/** Lets the server answer the save that waits for it. */
let answerSave: (() => void) | undefined;
const read = vi.fn(async () => stored);

beforeEach(() => {
  answerSave = undefined;
  stored = { document: readDocument(documentOf(box('a'), box('b'), box('c'))), revision: 3 };
  read.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  document.dispose();
});

async function open(opened: OpenedItem, parts: { mask?: MaskKeeper; objects?: LargeObjects } = {}): Promise<void> {
  const ports: DocumentPorts = {
    save: async () => {
      await new Promise<void>(resolve => (answerSave = resolve));
      stored = {
        revision: stored.revision + 1,
        document: { ...stored.document, instances: [...stored.document.instances, box('e')] },
      };
      return { revision: stored.revision, status: 2, status_before: 2 };
    },
    reload: async () => openedItem(1, stored.revision, stored.document),
    storedAs: () => undefined,
    refused: () => undefined,
    refusal: async () => undefined,
    statusChanged: () => undefined,
    notify: () => undefined,
  };
  const owner = {
    email: 'ana@north.test',
    teamId: 1,
    itemId: 1,
    itemName: '1.png',
    project: { id: 7, name: 'Fields' },
  };
  document = new EditorDocument(
    opened,
    owner.email,
    await ItemJournal.open(owner),
    new EditorHooks(),
    ports,
    parts.mask,
    parts.objects,
  );
  await document.begin();
}

const draw = (id: string): void => document.edit('Draw', [{ collection: 'instances', id, after: box(id) }]);

/** Opens a large document with one of its objects in view. */
async function openLarge(count = 3): Promise<void> {
  const opened = { ...openedItem(1, stored.revision, documentOf()), large: { count, job_id: null } };
  await open(opened, { objects: new LargeObjects(opened, opened.large, {} as never) });
  document.objects!.show([{ place: 2, instance: box('b') }]);
}
const ids = async (): Promise<readonly string[]> =>
  (await currentAnnotations(document, read)).instances.map(({ id }) => id);

it('should put unsaved edits on all objects of a large document', async () => {
  await openLarge();
  document.edit('Move', [replaceInstance(box('b'), box('b', 9))]);
  draw('d');
  expect((await currentAnnotations(document, read)).instances).toMatchObject([
    box('a'),
    box('b', 9),
    box('c'),
    box('d'),
  ]);
});

it('should read a large document again that was saved meanwhile, once the save has ended', async () => {
  await openLarge();
  draw('e');
  read.mockImplementationOnce(async () => {
    const before = stored;
    void document.save();
    await vi.waitFor(() => expect(answerSave).toBeDefined());
    return before;
  });
  const answer = ids();
  await vi.waitFor(() => expect(answerSave).toBeDefined());
  answerSave!();
  expect(await answer).toEqual(['a', 'b', 'c', 'e']);
  expect(read).toHaveBeenCalledTimes(2);
});

it('should give up while a save of a large document does not end', async () => {
  await openLarge();
  draw('e');
  void document.save();
  vi.useFakeTimers();
  const answer = expect(ids()).rejects.toMatchObject({ code: 'STILL_SAVING', status: 409 });
  await vi.advanceTimersByTimeAsync(20_000);
  await answer;
  vi.useRealTimers();
  answerSave!();
});

it('should put unsaved edits on what others saved meanwhile, unless both changed the same object', async () => {
  await openLarge();
  document.edit('Move', [replaceInstance(box('b'), box('b', 9))]);
  stored = { revision: 4, document: readDocument(documentOf(box('a', 5), box('b'))) };
  expect((await currentAnnotations(document, read)).instances).toMatchObject([box('a', 5), box('b', 9)]);
  stored = { revision: 5, document: readDocument(documentOf(box('b', 1))) };
  await expect(currentAnnotations(document, read)).rejects.toMatchObject({ code: 'CONFLICT', status: 409 });
});

it('should refuse any document in which a person has to choose between edits', async () => {
  await open(openedItem(1, 3, stored.document));
  document.edit('Move', [replaceInstance(document.scene.get('b')!, box('b', 9))]);
  stored = { revision: 4, document: readDocument(documentOf(box('b', 1))) };
  await document.mergeElsewhere();
  await expect(currentAnnotations(document, read)).rejects.toMatchObject({ code: 'CONFLICT' });
});

it('should refuse a document with too many objects without reading it', async () => {
  await openLarge(MOST_OBJECTS + 1);
  await expect(currentAnnotations(document, read)).rejects.toMatchObject({
    code: 'DOCUMENT_TOO_LARGE',
    status: 413,
    details: { count: MOST_OBJECTS + 1, most: MOST_OBJECTS },
  });
  expect(read).not.toHaveBeenCalled();
});

it('should send unsaved painting once, and name the mask by its hash', async () => {
  const part = { id: 'p', type: 'mask', classId: -1, attributes: [], parts: [{ color: '#0000ff' }] };
  const opened = { ...openedItem(1, 3, documentOf(part)), mask: { hash: 'stored', url: '/mask' } };
  const send = vi.fn(async () => 'painted');
  const ports = { open: vi.fn(), encode: async () => new Blob(), send, dispose: () => undefined };
  const mask = new MaskKeeper(new LabelRaster(8, 8), ports, opened);
  await open(opened, { mask });
  expect(await currentAnnotations(document, read)).toMatchObject({ mask: 'stored', instances: [{ id: 'p' }] });
  expect(send).not.toHaveBeenCalled();

  const painted = new LabelRaster(8, 8);
  painted.labels.fill(painted.slotOf(255), 0, 8);
  mask.raster.write('0,0', painted.tile(0, 0));
  expect(await currentAnnotations(document, read)).toMatchObject({ mask: 'painted' });
  expect(await currentAnnotations(document, read)).toMatchObject({ mask: 'painted' });
  expect(send).toHaveBeenCalledTimes(1);
});
