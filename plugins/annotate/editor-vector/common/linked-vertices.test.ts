import { describe, expect, it } from 'vitest';
import {
  edgesBetween,
  insertLinked,
  isLinkable,
  linkPolygons,
  moveLinked,
  removeLinked,
  unlinkPolygon,
  verticesAt,
} from './linked-vertices.ts';
import type { PolygonInstance } from './shapes.ts';

const polygon = (id: string, points: readonly number[]): PolygonInstance => ({
  id,
  type: 'polygon',
  classId: -1,
  attributes: [],
  points,
  exclude: [],
});
const left = polygon('left', [0, 0, 10, 0, 10, 10, 0, 10]);
const right = polygon('right', [10, 0, 20, 0, 20, 10, 10, 10]);
const above = polygon('above', [0, -10, 20, -10, 10, 0]);

describe('linked vertices', () => {
  it('should be those at one place, a hundredth of a pixel apart at most', () => {
    expect(
      verticesAt([left, right, above], { x: 10, y: 0 }).map(({ instance, key }) => [instance.id, key.index]),
    ).toEqual([
      ['left', 1],
      ['right', 0],
      ['above', 2],
    ]);
    expect(verticesAt([left], { x: 10.01, y: 0.01 })).toHaveLength(1);
    expect(verticesAt([left], { x: 10.02, y: 0 })).toHaveLength(0);
  });

  it('move to one place', () => {
    const moved = moveLinked(verticesAt([left, right, above], { x: 10, y: 0 }), { x: 12, y: 1 });
    expect(moved.map(each => verticesAt([each], { x: 12, y: 1 }).length)).toEqual([1, 1, 1]);
  });

  it('are put into an edge of both neighbours, whichever way round they run', () => {
    const edges = edgesBetween([left, right, above], { x: 10, y: 10 }, { x: 10, y: 0 });
    expect(edges.map(({ instance, edge }) => [instance.id, edge])).toEqual([
      ['left', 1],
      ['right', 3],
    ]);
    expect(insertLinked(edges, { x: 11, y: 5 }).map(each => each.points)).toEqual([
      [0, 0, 10, 0, 11, 5, 10, 10, 0, 10],
      [10, 0, 20, 0, 20, 10, 10, 10, 11, 5],
    ]);
  });

  it('are deleted from all, or from none when one cannot spare it', () => {
    expect(removeLinked(verticesAt([left, right], { x: 10, y: 0 }))!.map(each => each.points.length)).toEqual([6, 6]);
    expect(removeLinked(verticesAt([left, above], { x: 10, y: 0 }))).toBeUndefined();
  });

  it('of a hole and its outline are changed together', () => {
    const touching: PolygonInstance = { ...left, exclude: [[10, 0, 5, 5, 8, 8]] };
    expect(moveLinked(verticesAt([touching], { x: 10, y: 0 }), { x: 11, y: 0 })).toEqual([
      { ...touching, points: [0, 0, 11, 0, 10, 10, 0, 10], exclude: [[11, 0, 5, 5, 8, 8]] },
    ]);
  });

  it('are never those of locked or hidden polygons', () => {
    expect([
      isLinkable(left),
      isLinkable({ ...left, locked: true }),
      isLinkable({ ...left, visible: false }),
      isLinkable({ ...left, type: 'bbox' }),
    ]).toEqual([true, false, false, false]);
  });
});

describe('linking and unlinking', () => {
  it('brings near vertices together, the later polygon to the earlier one', () => {
    const beside = polygon('beside', [11, 1, 20, 0, 20, 10, 12, 9]);
    expect(linkPolygons([left, beside], 3)).toEqual([{ ...beside, points: [10, 0, 20, 0, 20, 10, 10, 10] }]);
    expect(linkPolygons([left, beside], 0.5)).toEqual([]);
  });

  it('never lets two vertices of one ring fall together', () => {
    const [linked] = linkPolygons([left, polygon('fine', [11, 0, 20, 5, 10, 1])], 3);
    expect(new Set([0, 1, 2].map(at => linked!.points.slice(at * 2, at * 2 + 2).join(' '))).size).toBe(3);
  });

  it('parts a polygon from all others by less than anybody sees', () => {
    const parted = unlinkPolygon(right, [left, above]);
    expect(verticesAt([parted], { x: 10, y: 0 })).toHaveLength(0);
    expect(parted.points.every((value, at) => Math.abs(value - right.points[at]!) <= 0.021)).toBe(true);
    expect(unlinkPolygon(parted, [left, above])).toBe(parted);
  });
});
