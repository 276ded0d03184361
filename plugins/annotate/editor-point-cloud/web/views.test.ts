import { describe, expect, it } from 'vitest';
import type { CloudNode } from '#plugins/annotate/point-clouds/common/index.ts';
import type { Box } from '../common/geometry/box.ts';
import type { PointChunk } from '../common/geometry/cloud-points.ts';
import { chooseNodes } from './node-choice.ts';
import { pickPoint } from './scene/pick.ts';
import { EVERYWHERE } from './scene/region.ts';
import { PointBudget } from './scene/point-budget.ts';
import { boxFrame, boxSides, gripAt, halfOnScreen, screenMove } from './views/box-view.ts';
import { onHeight, projected, projectedLine, seesBall } from './views/cloud-camera.ts';
import { atAnAngle, fromAbove, orbitFrame, panned, zoomed } from './views/orbit.ts';

const origin = { x: 0, y: 0, z: 0 };
const above = orbitFrame(fromAbove(origin, 40), 800, 600);

it('should pick the same point from one chunk as from many that lie beside the pointer', () => {
  const next = (at: number): number => ((at * 0.618_033_988_749) % 1) * 40 - 20;
  const places = Array.from({ length: 3000 }, (_, at) => [next(at), next(at * 7 + 1), next(at * 13 + 2) / 8]);
  const chunkOf = (own: readonly number[][]): PointChunk => {
    const ends = (pick: (...values: number[]) => number): [number, number, number] =>
      [0, 1, 2].map(axis => pick(...own.map(each => each[axis]!))) as [number, number, number];
    const [[x, y, z], [right, up, top]] = [ends(Math.min), ends(Math.max)];
    return {
      min: { x, y, z },
      max: { x: right, y: up, z: top },
      positions: Float32Array.from(own.flatMap(each => [each[0]! - x, each[1]! - y, each[2]! - z])),
    };
  };
  const groups = new Map<string, number[][]>();
  for (const place of places) {
    const key = place.map(each => Math.floor(each! / 5)).join(' ');
    groups.set(key, [...(groups.get(key) ?? []), place as number[]]);
  }
  const [one, many] = [[chunkOf(places as number[][])], [...groups.values()].map(chunkOf)];
  for (const elevation of [Math.PI / 2, 0.6, 0.1])
    for (let at = 0; at < 40; at += 1) {
      const frame = orbitFrame({ target: { x: 0, y: 0, z: 0 }, distance: 30, azimuth: at, elevation }, 800, 500);
      const [x, y] = [400 + next(at * 3) * 18, 250 + next(at * 5) * 11];
      const found = pickPoint(frame, many, { x, y }, EVERYWHERE);
      const wanted = pickPoint(frame, one, { x, y }, EVERYWHERE);
      expect(found === undefined).toBe(wanted === undefined);
      if (found !== undefined && wanted !== undefined)
        expect(Math.hypot(found.x - wanted.x, found.y - wanted.y, found.z - wanted.z)).toBeLessThan(1e-4);
    }
});

describe('the large view', () => {
  it('should show forward up and left on the left from above', () => {
    expect(projected(above, { x: 20, y: 0, z: 0 })!.y).toBeLessThan(300);
    expect(projected(above, { x: 0, y: 20, z: 0 })!.x).toBeLessThan(400);
    expect(projected(above, { x: 0, y: 40, z: 0 })!.x).toBeCloseTo(100, 5);
  });

  it('should find the place of the ground under a pixel', () => {
    const tilted = orbitFrame(atAnAngle(fromAbove(origin, 40)), 800, 600);
    for (const view of [above, tilted]) {
      const at = projected(view, { x: 7, y: -3, z: -1.7 })!;
      const place = onHeight(view, at.x, at.y, -1.7)!;
      expect([place.x, place.y].map(each => each.toFixed(6))).toEqual(['7.000000', '-3.000000']);
    }
  });

  it('should keep the place under the pointer while it zooms, and while it is dragged', () => {
    const orbit = fromAbove(origin, 40);
    const place = onHeight(above, 620, 130, 0)!;
    const after = projected(orbitFrame(zoomed(orbit, 2, place), 800, 600), place)!;
    expect([after.x, after.y].map(Math.round)).toEqual([620, 130]);
    const dragged = projected(orbitFrame(panned(orbit, above, 30, -20), 800, 600), place)!;
    expect([dragged.x, dragged.y].map(Math.round)).toEqual([650, 110]);
  });

  it('should cut off lines behind it, and know what is out of sight', () => {
    const low = orbitFrame({ ...fromAbove(origin, 10), elevation: 0.1 }, 800, 600);
    const behind = { x: -500, y: 0, z: 0 };
    expect(projectedLine(low, { x: 5, y: 0, z: 0 }, behind)!.every(each => Number.isFinite(each.x))).toBe(true);
    expect(projectedLine(low, behind, { x: -600, y: 0, z: 0 })).toBeUndefined();
    expect([seesBall(low, origin, 1), seesBall(low, behind, 1), seesBall(above, { x: 0, y: 400, z: 0 }, 1)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('the views of a box', () => {
  const box: Box = { position: { x: 9, y: 5, z: 1 }, size: { x: 4, y: 2, z: 1.5 }, rotation: { x: 0, y: 0, z: 0.7 } };

  it('should have the heading up from above, and to the right from the side', () => {
    const [top, side] = [boxFrame(box, 'top', 300, 200, 1), boxFrame(box, 'side', 300, 200, 1)];
    const front = { x: 9 + 2 * Math.cos(0.7), y: 5 + 2 * Math.sin(0.7), z: 1 };
    expect(projected(top, front)!.x).toBeCloseTo(150, 5);
    expect(projected(top, front)!.y).toBeLessThan(100);
    expect(projected(side, front)!.x).toBeGreaterThan(150);
  });

  it('should return the part of the box that is gripped', () => {
    const view = boxFrame(box, 'top', 300, 200, 1);
    const [w, h] = halfOnScreen(box, 'top', view.scale);
    expect(gripAt(box, 'top', view, 150, 100)).toEqual({ kind: 'middle' });
    expect(gripAt(box, 'top', view, 150 + w, 100)).toEqual({ kind: 'sides', across: 1, upwards: 0 });
    expect(gripAt(box, 'top', view, 150 - w, 100 - h)).toEqual({ kind: 'sides', across: -1, upwards: 1 });
    expect(gripAt(box, 'top', view, 150, 100 - h - 22)).toEqual({ kind: 'turn' });
    expect(gripAt(box, 'top', view, 2, 2)).toBeUndefined();
  });

  it('should move and resize along the axes of the box', () => {
    expect(screenMove('top', 1, 2)).toEqual({ x: 2, y: -1, z: 0 });
    expect(screenMove('side', 1, 2)).toEqual({ x: 1, y: 0, z: 2 });
    expect(boxSides('back', 1, -1)).toEqual({ x: 0, y: -1, z: -1 });
  });
});

describe('what is drawn', () => {
  const node = (name: string, points: number): CloudNode => ({
    name,
    points,
    spacing: 1,
    min: [0, 0, 0],
    max: [1, 1, 1],
  });
  const nodes = [node('r', 100), node('r0', 100), node('r1', 100), node('r00', 100), node('r10', 100)];

  it('should be what has the widest gaps, parents first, within the budget', () => {
    const gaps: Readonly<Record<string, number>> = { r: 9, r0: 2, r1: 5, r10: 4, r00: 1 };
    const chosen = (budget: number): readonly string[] =>
      chooseNodes(nodes, budget, ({ name }) => gaps[name]!).map(({ name }) => name);
    expect(chosen(300)).toEqual(['r', 'r1', 'r10']);
    expect(chosen(1e9)).toEqual(['r', 'r1', 'r10', 'r0', 'r00']);
    expect(chosen(1)).toEqual(['r']);
  });

  it('should leave out what is out of sight, and what is finer than the screen', () => {
    expect(
      chooseNodes(nodes, 1e9, ({ name }) => (name === 'r1' ? 0 : name === 'r' ? 5 : 1)).map(each => each.name),
    ).toEqual(['r', 'r0']);
  });

  it('should become less where the processor draws too slowly, but not with a graphics card', () => {
    const [slow, card] = [new PointBudget(true), new PointBudget(false)];
    for (let picture = 0; picture < 8; picture += 1)
      for (const each of [slow, card]) each.took(120, each.of(undefined));
    expect(slow.of(undefined)).toBeLessThan(150_000);
    expect(card.of(undefined)).toBe(2_000_000);
  });
});
