import { expect, it } from 'vitest';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { invertEdit, makeEdit, replaceInstance } from '#plugins/annotate/annotations/common/index.ts';
import { withEdits } from './edited-document.ts';

const box = (id: string, x = 0): Instance => ({ id, type: 'bbox', classId: 1, attributes: [], points: { x1: x } });
const stored = { metadata: { name: 'slide' }, instances: ['a', 'b', 'd'].map(id => box(id)), tags: [], comments: [] };
const places = new Map([
  ['b', 20],
  ['c', 30],
  ['d', 40],
]);
const placeOf = (id: string): number | undefined => places.get(id);

it('should replace objects in their place, delete them, and put new ones on top', () => {
  const edits = [
    makeEdit('Move', [replaceInstance(box('b'), box('b', 7))]),
    makeEdit('Draw', [{ collection: 'instances', id: 'e', after: box('e') }]),
    makeEdit('Delete', [{ collection: 'instances', id: 'a', before: box('a'), index: 0 }]),
    makeEdit('Tag', [{ collection: 'tags', id: 'blurred', after: 'blurred' }]),
  ];
  const document = withEdits(stored, edits, placeOf);
  expect(document.instances).toEqual([box('b', 7), box('d'), box('e')]);
  expect(document.tags).toEqual(['blurred']);
});

it('should put an object whose stored deletion was undone below those that were above it', () => {
  const deletion = makeEdit('Delete', [{ collection: 'instances', id: 'c', before: box('c'), index: 0 }]);
  expect(withEdits(stored, [invertEdit(deletion)], placeOf).instances.map(({ id }) => id)).toEqual([
    'a',
    'b',
    'c',
    'd',
  ]);
});
