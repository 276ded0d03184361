import { describe, expect, it } from 'vitest';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { applyPatches, emptyDocument } from '#plugins/annotate/annotations/common/index.ts';
import { checkVectorDocument } from '../checks.ts';
import type { AreaEdit } from './area-edits.ts';
import { combineShapes, sliceShapes } from './area-edits.ts';

const by = { email: 'ann@example.com', role: 'Annotator' };
const shape = (id: string, fields: Readonly<Record<string, unknown>>): Instance => ({
  id,
  type: 'polygon',
  classId: 1,
  className: 'Car',
  attributes: [{ id: 5, groupId: 3, name: 'Red', groupName: 'Colour' }],
  exclude: [],
  visible: true,
  ...fields,
});
const box = (
  id: string,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  fields: Readonly<Record<string, unknown>> = {},
): Instance => shape(id, { points: [x1, y1, x2, y1, x2, y2, x1, y2], ...fields });

function applied(all: readonly Instance[], edit: AreaEdit): readonly Instance[] {
  if ('refused' in edit) throw new Error(edit.refused);
  const document = applyPatches({ ...emptyDocument('a.jpg'), instances: all }, edit.patches);
  expect(checkVectorDocument(document, { form: 'internal' })).toEqual([]);
  return document.instances;
}

describe('shapes that are combined', () => {
  it('become one polygon with the id, class and attributes of the one selected first, in its place', () => {
    const all = [
      box('under', 0, 0, 10, 10),
      box('a', 0, 0, 100, 100),
      box('b', 50, 50, 150, 150, { classId: 2, className: 'Tree', attributes: [] }),
    ];
    const [, joined, ...others] = applied(all, combineShapes('join', [all[1]!, all[2]!], all, by));
    expect(others).toEqual([]);
    expect(joined).toMatchObject({
      id: 'a',
      classId: 1,
      className: 'Car',
      attributes: all[1]!.attributes,
      updatedBy: by,
      exclude: [],
    });
    expect((joined!['points'] as number[]).length).toBe(16);
  });

  it('may be boxes and ellipses too, and nothing of those is left in the polygon', () => {
    const all: readonly Instance[] = [
      { ...box('a', 0, 0, 0, 0), type: 'bbox', points: { x1: 0, y1: 0, x2: 100, y2: 100 } },
      shape('b', { type: 'ellipse', points: undefined, exclude: undefined, cx: 100, cy: 50, rx: 30, ry: 20, angle: 0 }),
    ];
    const [joined] = applied(all, combineShapes('join', [all[1]!, all[0]!], all, by));
    expect(joined).toMatchObject({ id: 'b', type: 'polygon' });
    expect(Object.keys(joined!)).not.toEqual(expect.arrayContaining(['cx']));
  });

  it('in several parts are grouped: the largest keeps the id, the others are right above', () => {
    const all = [box('a', 0, 0, 100, 20), box('cutter', 60, -5, 70, 25), box('top', 200, 0, 210, 10)];
    const found = applied(all, combineShapes('subtract', [all[0]!, all[1]!], all, by));
    expect(found.map(({ id }) => id)).toEqual(['a', expect.any(String), 'cutter', 'top']);
    expect(found[0]!['points']).toEqual(expect.arrayContaining([0, 60]));
    expect(found[0]!.groupId).toBe(1);
    expect(found[1]).toMatchObject({ groupId: 1, classId: 1, attributes: all[0]!.attributes });
    expect(found[2]).toBe(all[1]);
  });

  it('are cut out with the others deleted, and intersected to what all have in common', () => {
    const all = [box('a', 0, 0, 100, 100), box('b', 50, 0, 150, 100), box('c', 0, 50, 150, 80)];
    expect(applied(all, combineShapes('cut-out', [all[0]!, all[2]!], all, by)).map(({ id }) => id)).toEqual([
      'a',
      expect.any(String),
      'b',
    ]);
    const [common, ...rest] = applied(all, combineShapes('intersect', all, all, by));
    expect(rest).toEqual([]);
    expect([...(common!['points'] as number[])].toSorted((one, other) => one - other)).toEqual([
      50, 50, 50, 50, 80, 80, 100, 100,
    ]);
  });

  it('keep the labels of vertices that are still there', () => {
    const all = [box('a', 0, 0, 100, 100, { pointLabels: { 0: 'first', 2: 'gone' } }), box('b', 50, 50, 150, 150)];
    const [left] = applied(all, combineShapes('subtract', all, all, by));
    const points = left!['points'] as number[];
    const [[key, text]] = Object.entries(left!.pointLabels!) as [[string, string]];
    expect([text, points[Number(key) * 2], points[Number(key) * 2 + 1]]).toEqual(['first', 0, 0]);
  });

  it('are refused with a reason when nothing would come of it', () => {
    const [a, b, inner] = [box('a', 0, 0, 10, 10), box('b', 20, 0, 30, 10), box('inner', 2, 2, 4, 4)];
    expect(combineShapes('intersect', [a, b], [a, b], by)).toEqual({ refused: 'The shapes have nothing in common.' });
    expect(combineShapes('subtract', [a, b], [a, b], by)).toEqual({ refused: 'The shapes do not overlap.' });
    expect(combineShapes('subtract', [inner, a], [a, inner], by)).toEqual({
      refused: 'Nothing would be left of the first shape.',
    });
    expect(combineShapes('join', [a], [a], by)).toHaveProperty('refused');
  });
});

describe('shapes that are sliced', () => {
  it('become shapes of their own, with class and attributes, in no group', () => {
    const all = [box('a', 0, 0, 100, 20), box('b', 0, 30, 100, 50)];
    const found = applied(all, sliceShapes(all, [40, -10, 40, 60], all, by));
    expect(found.map(({ id }) => id)).toEqual(['a', expect.any(String), 'b', expect.any(String)]);
    for (const each of found) expect([each.groupId, each.attributes]).toEqual([undefined, all[0]!.attributes]);
  });

  it('may be lines: each part has a vertex at the cut and the labels of its own vertices', () => {
    const all: readonly Instance[] = [
      {
        ...shape('a', { exclude: undefined }),
        type: 'polyline',
        points: [0, 0, 50, 0, 50, 50, 0, 50],
        pointLabels: { 0: 'start', 2: 'corner' },
      },
    ];
    const found = applied(all, sliceShapes(all, [20, -10, 20, 60], all, by));
    expect(found.map(each => [each['points'], each.pointLabels])).toEqual([
      [[0, 0, 20, 0], { 0: 'start' }],
      [[20, 0, 50, 0, 50, 50, 20, 50], { 2: 'corner' }],
      [[20, 50, 0, 50], {}],
    ]);
    expect(sliceShapes(all, [0, -10, 0, 10], all, by)).toHaveProperty('refused');
  });

  it('are left alone by a line that ends inside', () => {
    const all = [box('a', 0, 0, 100, 20)];
    expect(sliceShapes(all, [40, -10, 40, 10], all, by)).toEqual({ refused: 'The line must cut through the shape.' });
  });
});
