import { describe, expect, it } from 'vitest';
import { seedsOf } from '#tests/support/run-plan.ts';
import { seededNumbers } from '#tests/support/seeded-numbers.ts';
import type { Box, Vector } from './box.ts';
import { boxCorners, fromBox, normalAngle, toBox } from './box.ts';
import { flipped, moved, resized } from './box-edits.ts';
import { pixelOf, projectedEdges, toCamera } from './camera.ts';
import type { PointChunk } from './cloud-points.ts';
import { countInside } from './cloud-points.ts';
import { fitBox, shrunk } from './fit-box.ts';
import { Ground } from './ground.ts';

const near = (one: Vector, other: Vector): number => Math.hypot(one.x - other.x, one.y - other.y, one.z - other.z);

const chunkOf = (places: readonly Vector[]): PointChunk => {
  const [xs, ys, zs] = (['x', 'y', 'z'] as const).map(axis => places.map(each => each[axis]));
  const ends = (pick: (list: readonly number[]) => number): Vector => ({ x: pick(xs!), y: pick(ys!), z: pick(zs!) });
  const min = ends(list => list.reduce((one, other) => Math.min(one, other)));
  const max = ends(list => list.reduce((one, other) => Math.max(one, other)));
  return {
    min,
    max,
    positions: Float32Array.from(places.flatMap(each => [each.x - min.x, each.y - min.y, each.z - min.z])),
  };
};

/** A flat ground at −1.7 m, and points on the two sides of a car that the scanner at the origin sees. */
function street(car: Box): PointChunk {
  const places: Vector[] = [];
  for (let x = -20; x < 20; x += 0.5) for (let y = -20; y < 20; y += 0.5) places.push({ x, y, z: -1.7 });
  for (let along = 0; along <= 40; along += 1)
    for (let up = 0; up <= 12; up += 1) {
      const z = (up / 12 - 0.5) * car.size.z;
      places.push(fromBox(car, { x: (along / 40 - 0.5) * car.size.x, y: -car.size.y / 2, z }));
      places.push(fromBox(car, { x: -car.size.x / 2, y: (along / 40 - 0.5) * car.size.y, z }));
    }
  return chunkOf(places);
}

const car: Box = {
  position: { x: 9, y: 5, z: -0.9 },
  size: { x: 4.4, y: 1.8, z: 1.6 },
  rotation: { x: 0, y: 0, z: 0.6 },
};

describe('a box', () => {
  it('should find back to a place through its own axes, for any rotation', () => {
    for (const seed of seedsOf('places of boxes', 200)) {
      const next = seededNumbers(seed);
      const some = (): Vector => ({ x: next(1000) / 100 - 5, y: next(1000) / 100 - 5, z: next(600) / 100 - 3 });
      const box: Box = { position: some(), size: { x: 2, y: 1, z: 1 }, rotation: some() };
      const place = some();
      expect(near(fromBox(box, toBox(box, place)), place)).toBeLessThan(1e-9);
      expect(near(flipped(flipped(box)).position, box.position)).toBe(0);
      const corners = boxCorners(box);
      for (const corner of boxCorners(flipped(box)))
        expect(Math.min(...corners.map(each => near(each, corner)))).toBeLessThan(1e-9);
    }
  });

  it('should have yaw 0 along +x and positive yaw to the left', () => {
    expect(
      near(
        fromBox(
          { ...car, position: { x: 0, y: 0, z: 0 }, rotation: { x: 0, y: 0, z: Math.PI / 2 } },
          { x: 1, y: 0, z: 0 },
        ),
        { x: 0, y: 1, z: 0 },
      ),
    ).toBeLessThan(1e-12);
  });

  it('should keep the sides opposite while it is resized, and never turn inside out', () => {
    const before = fromBox(car, { x: -car.size.x / 2, y: car.size.y / 2, z: 0 });
    const after = resized(car, { x: 1, y: -1, z: 0 }, { x: 0.7, y: -0.3, z: 9 });
    expect(near(after.size, { x: 5.1, y: 2.1, z: 1.6 })).toBeLessThan(1e-9);
    expect(near(fromBox(after, { x: -after.size.x / 2, y: after.size.y / 2, z: 0 }), before)).toBeLessThan(1e-9);
    expect(resized(car, { x: 1, y: 0, z: 0 }, { x: -99, y: 0, z: 0 }).size.x).toBe(0.02);
    expect(near(moved(car, { x: 1, y: 0, z: 0 }).position, fromBox(car, { x: 1, y: 0, z: 0 }))).toBeLessThan(1e-12);
  });

  it('should have angles in (-π, π]', () => {
    expect(
      [normalAngle(-Math.PI), normalAngle(3 * Math.PI), normalAngle(0.5 + 4 * Math.PI)].map(each => each.toFixed(6)),
    ).toEqual([Math.PI, Math.PI, 0.5].map(each => each.toFixed(6)));
  });
});

describe('fitting', () => {
  const chunks = [street(car)];

  it('should find the box of a car from its two visible sides', () => {
    const region: Box = {
      position: { x: 9.3, y: 4.7, z: 0 },
      size: { x: 7, y: 7, z: 4 },
      rotation: { x: 0, y: 0, z: 0 },
    };
    const found = fitBox(chunks, region, -1.7)!;
    expect(near(found.position, car.position)).toBeLessThan(0.1);
    expect(near(found.size, car.size)).toBeLessThan(0.15);
    expect(Math.abs(found.rotation.z - 0.6)).toBeLessThan(0.03);
  });

  it('should find nothing on bare ground', () => {
    const region: Box = {
      position: { x: -9, y: -9, z: 0 },
      size: { x: 5, y: 5, z: 4 },
      rotation: { x: 0, y: 0, z: 0 },
    };
    expect(fitBox(chunks, region, -1.7)).toBeUndefined();
  });

  it('should shrink the side that is asked for and leave the others', () => {
    const wide = { ...car, size: { x: 5.4, y: 2.4, z: 1.4 } };
    const found = shrunk(chunks, wide, { x: -1, y: 0, z: 0 });
    expect(found.size.x).toBeCloseTo(4.9, 2);
    expect([found.size.y, found.size.z]).toEqual([2.4, 1.4]);
  });

  it('should count the points in a turned box', () => {
    const larger = { ...car, size: { x: 4.5, y: 1.9, z: 1.59 } };
    expect(countInside(chunks, larger)).toBe(2 * 41 * 11);
  });

  it('should estimate the ground below a car, and despite echoes below it', () => {
    const echoes = chunkOf(Array.from({ length: 5 }, (_, at) => ({ x: at * 4, y: at, z: -9 })));
    const ground = new Ground([...chunks, echoes]);
    expect(ground.at(9, 5)).toBeCloseTo(-1.7, 2);
    expect(ground.at(400, 400)).toBeCloseTo(-1.7, 2);
  });

  it('should find a car among 200 000 points', () => {
    const next = seededNumbers(7);
    const many = chunkOf(
      Array.from({ length: 200_000 }, () => ({
        x: next(80_000) / 1000 - 40,
        y: next(80_000) / 1000 - 40,
        z: next(100) / 1000 - 1.8,
      })),
    );
    const region: Box = { position: { x: 9, y: 5, z: 0 }, size: { x: 7, y: 7, z: 4 }, rotation: { x: 0, y: 0, z: 0 } };
    expect(fitBox([many, ...chunks], region, -1.7)?.size.x).toBeCloseTo(4.4, 1);
  });
});

describe('a camera', () => {
  const camera = {
    width: 1242,
    height: 375,
    intrinsics: [721.5377, 0, 609.5593, 0, 721.5377, 172.854, 0, 0, 1],
    extrinsics: [0, -1, 0, 0, 0, 0, -1, -0.08, 1, 0, 0, -0.27, 0, 0, 0, 1],
  };

  it('should see what is ahead in the middle, and nothing behind it', () => {
    expect(pixelOf(camera, toCamera(camera, { x: 20.27, y: 0, z: -0.08 }))?.map(Math.round)).toEqual([610, 173]);
    expect(pixelOf(camera, toCamera(camera, { x: -5, y: 0, z: 0 }))).toBeUndefined();
  });

  it('should see as its lens does, which bends the edges of a box', () => {
    const bending = { ...camera, distortion: [-0.3, 0.1, 0, 0] };
    const place = toCamera(camera, { x: 10, y: 4, z: 0 });
    const [x] = pixelOf(camera, place)!;
    const [bent] = pixelOf(bending, place)!;
    const tangent = place.x / place.z;
    const square = tangent ** 2 + (place.y / place.z) ** 2;
    expect(bent - 609.5593).toBeCloseTo((x - 609.5593) * (1 - 0.3 * square + 0.1 * square ** 2), 6);
    const box: Box = { position: { x: 10, y: 0, z: 0 }, size: { x: 2, y: 8, z: 1 }, rotation: { x: 0, y: 0, z: 0 } };
    const edges = projectedEdges(bending, box);
    expect(edges.length).toBe(12 * 12);
    expect(edges.flat().every(Number.isFinite)).toBe(true);
  });

  it('should cut off the edges of a box that reaches behind it, and show none of one beside the picture', () => {
    const box: Box = { position: { x: 1, y: 0, z: -1 }, size: { x: 6, y: 1, z: 1 }, rotation: { x: 0, y: 0, z: 0 } };
    const edges = projectedEdges(camera, box);
    expect(edges.length).toBe(8);
    expect(edges.flat().every(Number.isFinite)).toBe(true);
    expect(projectedEdges(camera, { ...box, position: { x: 3, y: 90, z: 0 } })).toEqual([]);
  });
});
