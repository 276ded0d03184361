import { describe, expect, it } from 'vitest';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { applyPatches, emptyDocument, invertEdit, makeEdit } from '#plugins/annotate/annotations/common/index.ts';
import { newInstance } from './new-instance.ts';
import { reorderAll } from './drawing-order.ts';
import { classifyAll, copyAll, deleteAll, moveAll, toggleLocked, toggleVisible } from './selection-edits.ts';

const by = { email: 'ann@example.com', role: 'Annotator' };
const time = '2025-01-01T00:00:00.000Z';
const stampless = { createdAt: time, updatedAt: time };
const attribute = { project_id: 1, default: 0 as const, order: 0, count: 0, ...stampless };
const group = { class_id: 7, isRequired: false, order: 0, ...stampless };

const car: AnnotationClass = {
  id: 7,
  project_id: 1,
  name: 'Car',
  color: '#E4542B',
  type: 1,
  order: 0,
  count: 0,
  ...stampless,
  attribute_groups: [
    {
      ...group,
      id: 1,
      name: 'State',
      group_type: 'radio',
      default_value: 'Moving',
      attributes: [
        { ...attribute, id: 11, group_id: 1, name: 'Parked' },
        { ...attribute, id: 12, group_id: 1, name: 'Moving' },
      ],
    },
    {
      ...group,
      id: 2,
      name: 'Damage',
      group_type: 'checklist',
      default_value: ['Door', 'Glass'],
      attributes: [
        { ...attribute, id: 21, group_id: 2, name: 'Door' },
        { ...attribute, id: 22, group_id: 2, name: 'Glass' },
      ],
    },
    { ...group, id: 3, name: 'Doors', group_type: 'numeric', default_value: 4, attributes: [] },
    { ...group, id: 4, name: 'Plate', group_type: 'ocr', default_value: null, attributes: [] },
  ],
};

const point = (id: string, fields: Partial<Instance> = {}): Instance => ({
  id,
  type: 'point',
  classId: -1,
  attributes: [],
  x: 1,
  y: 2,
  ...fields,
});
const ids = (instances: readonly Instance[]): string[] => instances.map(one => one.id);

describe('a new instance', () => {
  it('is made by hand, with the defaults of its class', () => {
    const made = newInstance({ type: 'point', x: 1, y: 2 }, car, by, new Date('2025-03-04T09:15:02.114Z'));
    expect(made).toMatchObject({
      type: 'point',
      classId: 7,
      className: 'Car',
      creationType: 'Manual',
      probability: 100,
      createdAt: '2025-03-04T09:15:02.114Z',
      createdBy: by,
    });
    expect(made.attributes).toEqual([
      { id: 12, groupId: 1, name: 'Moving', groupName: 'State' },
      { id: 21, groupId: 2, name: 'Door', groupName: 'Damage' },
      { id: 22, groupId: 2, name: 'Glass', groupName: 'Damage' },
      { groupId: 3, groupName: 'Doors', name: 4 },
    ]);
  });

  it('without a class has no class name', () => {
    const made = newInstance({ type: 'point', x: 1, y: 2 }, undefined, by);
    expect(made.classId).toBe(-1);
    expect('className' in made).toBe(false);
  });
});

describe('edits of a selection', () => {
  it('leave locked shapes where they are', () => {
    const shapes = [point('a'), point('b', { locked: true })];
    expect(moveAll(shapes, { x: 1, y: 0 }, by).map(patch => patch.id)).toEqual(['a']);
    expect(deleteAll(shapes).map(patch => patch.id)).toEqual(['a']);
    expect(deleteAll(shapes, true)).toHaveLength(2);
    expect(classifyAll(shapes, car, by)).toHaveLength(1);
  });

  it('note who changed a shape and when', () => {
    expect(moveAll([point('a')], { x: 1, y: 0 }, by)[0]!.after).toMatchObject({
      x: 2,
      y: 2,
      updatedBy: by,
      updatedAt: expect.stringMatching(/Z$/),
    });
  });

  it('give a class with its defaults, but only to shapes that do not have it', () => {
    const patches = classifyAll([point('a'), point('b', { classId: 7, className: 'Car' })], car, by);
    expect(patches).toHaveLength(1);
    expect(patches[0]!.after).toMatchObject({
      classId: 7,
      className: 'Car',
      attributes: expect.arrayContaining([expect.objectContaining({ name: 'Moving' })]),
    });
  });

  it('lock all unless all are locked, and hide likewise', () => {
    const mixed = [point('a'), point('b', { locked: true, visible: false })];
    expect(toggleLocked(mixed, by).map(patch => patch.id)).toEqual(['a']);
    expect(toggleVisible(mixed, by).map(patch => patch.id)).toEqual(['a']);
    expect(toggleLocked([mixed[1]!], by)[0]!.after).toMatchObject({ locked: false });
  });

  it('copy with ids of their own and without group and track', () => {
    const [copy] = copyAll([point('a', { groupId: 4, trackingId: 'x', locked: true })], { x: 10, y: 10 }, by);
    expect(copy).toMatchObject({ x: 11, y: 12, groupId: 0, trackingId: null, locked: false, creationType: 'Manual' });
    expect(copy!.id).not.toBe('a');
  });
});

describe('reordering', () => {
  const document = { ...emptyDocument('a'), instances: ['a', 'b', 'c', 'd', 'e'].map(id => point(id)) };
  const after = (chosen: string[], to: 'front' | 'back'): string[] =>
    ids(applyPatches(document, reorderAll(document.instances, new Set(chosen), to)).instances);

  it('brings to the front and to the back, in the order they had', () => {
    expect(after(['d', 'b'], 'front')).toEqual(['a', 'c', 'e', 'b', 'd']);
    expect(after(['d', 'b'], 'back')).toEqual(['b', 'd', 'a', 'c', 'e']);
  });

  it('changes nothing when they are there already', () => {
    expect(reorderAll(document.instances, new Set(['d', 'e']), 'front')).toEqual([]);
    expect(reorderAll(document.instances, new Set(['a', 'b']), 'back')).toEqual([]);
  });

  it('is taken back exactly', () => {
    const edit = makeEdit('Front', reorderAll(document.instances, new Set(['a', 'c']), 'front'));
    const moved = applyPatches(document, edit.patches);
    expect(ids(applyPatches(moved, invertEdit(edit).patches).instances)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});
