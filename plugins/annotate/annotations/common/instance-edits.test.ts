import { expect, it } from 'vitest';
import type { Instance } from './document.ts';
import { changesClass, setVisible } from './instance-edits.ts';

const box = (classId: number): Instance => ({ id: 'a', type: 'bbox', classId, attributes: [] });
const patch = (before: Instance | undefined, after: Instance | undefined) => ({
  collection: 'instances' as const,
  id: 'a',
  before,
  after,
});

it.each([
  ['another class', box(1), box(2), true],
  ['no class any more', box(1), box(-1), true],
  ['its first class', box(-1), box(2), false],
  ['the same class', box(1), box(1), false],
])('should see when an object gets %s', (_, before, after, expected) => {
  expect(changesClass(patch(before, after) as never)).toBe(expected);
});

it('should take a new or deleted object for no change of class', () => {
  expect([changesClass(patch(undefined, box(1)) as never), changesClass(patch(box(1), undefined) as never)]).toEqual([
    false,
    false,
  ]);
});

it('should hide and show only objects that are not so already; one that says nothing is visible', () => {
  const [plain, hidden] = [box(1), { ...box(1), id: 'b', visible: false }];
  const by = { email: 'ana@x.org', role: 'Annotator' } as never;
  const changed = (visible: boolean): readonly unknown[] =>
    setVisible([plain, hidden], visible, by).map(each => [each.id, (each as { after: Instance }).after.visible]);
  expect(changed(true)).toEqual([['b', true]]);
  expect(changed(false)).toEqual([['a', false]]);
});
