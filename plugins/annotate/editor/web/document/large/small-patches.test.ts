import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { invertEdit, makeEdit, replaceInstance } from '#plugins/annotate/annotations/common/index.ts';
import { expect, it } from 'vitest';
import { smallPatches } from './small-patches.ts';

const box = (id: string, x = 0): Instance => ({ id, type: 'bbox', classId: 1, attributes: [], points: { x1: x } });

it('should send the last state of an object once, without the one before', () => {
  const edits = [
    makeEdit('Move', [replaceInstance(box('a'), box('a', 1))]),
    makeEdit('Move', [replaceInstance(box('a', 1), box('a', 2))]),
    makeEdit('Tag', [{ collection: 'tags', id: 'blurred', after: 'blurred' }]),
  ];
  expect(smallPatches(edits, () => undefined)).toEqual([
    { collection: 'instances', id: 'a', after: box('a', 2) },
    { collection: 'tags', id: 'blurred', after: 'blurred' },
  ]);
});

it('should delete an object, and give one that comes back by undo its place again', () => {
  const deletion = makeEdit('Delete', [{ collection: 'instances', id: 'a', before: box('a'), index: 3 }]);
  expect(smallPatches([deletion], () => 17)).toEqual([{ collection: 'instances', id: 'a' }]);
  const back = [{ collection: 'instances', id: 'a', after: box('a'), index: 17 }];
  expect(smallPatches([invertEdit(deletion)], () => 17)).toEqual(back);
  expect(smallPatches([deletion, invertEdit(deletion)], () => 17)).toEqual(back);
});
