import { beforeEach, expect, it, vi } from 'vitest';
import { Fault } from '#core/base/common/index.ts';
import type { AnnotationDocument } from '#plugins/annotate/annotations/common/index.ts';
import { emptyDocument } from '#plugins/annotate/annotations/common/index.ts';
import { commentCalls } from './comment-calls.ts';

const place = { projectId: 1, itemId: 2 };
let stored: { document: AnnotationDocument; revision: number };
const write = vi.fn();
const calls = commentCalls({
  list: async () => stored,
  read: async () => stored,
  write,
  author: async () => ({ email: 'ana@example.org', role: 'QA' }),
});

beforeEach(() => {
  vi.resetAllMocks();
  stored = { document: { ...emptyDocument('a.png'), tags: ['kept'] }, revision: 3 };
  write.mockImplementation(async (_, document: AnnotationDocument, base: number) => {
    if (base !== stored.revision) throw new Fault('CONFLICT', 'Someone changed this.', { status: 409 });
    stored = { document, revision: base + 1 };
  });
});

it('should begin, answer and resolve a thread, and leave the rest of the document alone', async () => {
  const threadId = await calls.add({ ...place, text: 'Look', at: { x: 1, y: 2, instanceId: 'i1' } });
  await calls.reply({ ...place, threadId, text: 'Seen' });
  await calls.resolve({ ...place, threadId, resolved: true });
  expect(await calls.list(place)).toMatchObject([
    {
      id: threadId,
      resolved: true,
      instanceId: 'i1',
      messages: [
        { text: 'Look', email: 'ana@example.org' },
        { text: 'Seen', email: 'ana@example.org' },
      ],
    },
  ]);
  expect(stored).toMatchObject({ revision: 6, document: { tags: ['kept'], comments: [{ x: 1, y: 2 }] } });
});

it('should make the change again when somebody stored something in between, and give up at last', async () => {
  write.mockRejectedValueOnce(new Fault('CONFLICT', 'Someone changed this.', { status: 409 }));
  await calls.add({ ...place, text: 'Look' });
  expect(stored.document.comments).toHaveLength(1);
  write.mockRejectedValue(new Fault('CONFLICT', 'Someone changed this.', { status: 409 }));
  await expect(calls.add({ ...place, text: 'Look' })).rejects.toMatchObject({ code: 'CONFLICT' });
});

it('should say that a thread is not there', async () => {
  await expect(calls.reply({ ...place, threadId: 'gone', text: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(write).not.toHaveBeenCalled();
});
