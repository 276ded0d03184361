import { expect, it } from 'vitest';
import { applyPatches, emptyDocument } from '#plugins/annotate/annotations/common/index.ts';
import { deleteInstances, isRelated, markAll, moveEnds } from './text-edits.ts';
import { newEntity, newRelation, newUuid } from './text-instances.ts';

const by = { email: 'ana@north.test', role: 'Annotator' };
const [one, two, three] = [
  newEntity({ start: 0, end: 3 }, undefined, by),
  newEntity({ start: 4, end: 6 }, undefined, by),
  newEntity({ start: 8, end: 9 }, undefined, by),
];
const [first, second] = [newRelation(one.id, two.id, undefined, by), newRelation(two.id, three.id, undefined, by)];
const all = [one, two, three, first, second];
const without = (...chosen: (typeof all)[number][]): readonly string[] =>
  applyPatches({ ...emptyDocument('a'), instances: all }, deleteInstances(all, chosen)).instances.map(each => each.id);

it('should name instances by UUIDs', () => {
  expect(newUuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

it('should delete the relations of a span with it, and no others', () => {
  expect(without(one)).toEqual([two.id, three.id, second.id]);
  expect(without(two)).toEqual([one.id, three.id]);
  expect(without(second)).toEqual([one.id, two.id, three.id, first.id]);
});

it('should leave what is locked, and spans of locked relations', () => {
  const locked = { ...first, locked: true };
  expect(deleteInstances([one, two, locked], [one, locked])).toEqual([]);
  expect(deleteInstances([{ ...one, locked: true }], [{ ...one, locked: true }])).toEqual([]);
});

it('should move ends, but never to nothing', () => {
  expect(moveEnds(one, { start: 1, end: 5 }, by)[0]?.after).toMatchObject({ start: 1, end: 5, updatedBy: by });
  expect(moveEnds(one, { start: 3, end: 3 }, by)).toEqual([]);
  expect(moveEnds(one, { start: 0, end: 3 }, by)).toEqual([]);
});

it('should mark what is not marked yet', () => {
  const patches = markAll(
    [one],
    [
      { start: 0, end: 3 },
      { start: 10, end: 13 },
    ],
    undefined,
    by,
  );
  expect(patches.map(each => each.after)).toMatchObject([{ start: 10, end: 13, type: 'entity' }]);
});

it('should know a relation by its ends and class', () => {
  expect(isRelated(all, one.id, two.id, -1)).toBe(true);
  expect(isRelated(all, two.id, one.id, -1)).toBe(false);
  expect(isRelated(all, one.id, two.id, 5)).toBe(false);
});
