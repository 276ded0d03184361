import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { slice } from '#tests/support/run-plan.ts';
import { decodeNode } from '../../common/cloud-node.ts';
import type { BuiltCloud } from '../octree/build-cloud.ts';
import { buildCloud } from '../octree/build-cloud.ts';
import { copcFile } from '../copc-file.support.ts';
import { binFile, lasFile, pcdFile, plyFile, streetPoints } from '../point-files.support.ts';

/** Points of small files: a decoder is made for each point of a COPC file. */
const POINTS = 60;
/** More points than are divided in memory at once. */
const LARGE = 1_010_000;
const data = '../shared/data/point_cloud';

/** Real scans: points, those that are dropped, those in nodes, the unit and the channels. */
const SCANS = [
  ['kitti_000001/velodyne/000001.bin', 120_268, 0, 120_268, 'm', 'intensity'],
  ['pcd_rgbd/learn0.pcd', 307_200, 124_908, 182_292, 'm', 'color'],
  ['las_airborne/autzen_trim.laz', 110_000, 0, 110_000, 'ft', 'intensity classification color'],
  ['las_airborne/autzen-thin.las', 10_653, 0, 10_653, 'm', 'intensity classification color'],
] as const;

describe('reading point files', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'loupe-clouds-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const built = async (path: string, name: string): Promise<BuiltCloud & { readonly bytes: Buffer }> => {
    const output = join(folder, 'nodes');
    await buildCloud({ inputs: [{ path, name }], output }, () => undefined);
    return { ...(JSON.parse(await readFile(`${output}.json`, 'utf8')) as BuiltCloud), bytes: await readFile(output) };
  };
  const ofBytes = (name: string, bytes: Uint8Array): ReturnType<typeof built> => {
    const path = join(folder, 'input');
    writeFileSync(path, bytes);
    return built(path, name);
  };
  /** Coordinates in the file by point number, each checked to be there once. */
  const pointsOf = ({ frames, channels, bytes }: Awaited<ReturnType<typeof built>>): Map<number, number[]> => {
    const found = new Map<number, number[]>();
    const [{ nodes, offset }] = frames as [BuiltCloud['frames'][number]];
    let decoded = 0;
    for (const { first, size, min } of nodes) {
      const { positions, indices } = decodeNode(bytes.subarray(first, first + size), channels);
      decoded += indices.length;
      for (const [at, index] of indices.entries())
        found.set(
          index,
          [0, 1, 2].map(axis => positions[at * 3 + axis]! + min[axis]! + offset[axis]!),
        );
    }
    expect(found.size).toBe(decoded);
    return found;
  };
  /** The largest distance along an axis between points that were found and those of the file. */
  const largestError = (found: Map<number, number[]>, pointOf: (at: number) => readonly number[]): number =>
    Math.max(
      ...[...found].flatMap(([index, place]) => {
        const wanted = pointOf(index);
        return place.map((value, axis) => Math.abs(value - wanted[axis]!));
      }),
    );

  it('should find the same points in every format', async () => {
    const points = streetPoints(POINTS);
    const files: [string, Buffer][] = [
      ['a.bin', binFile(points)],
      ['b.pcd', pcdFile(points, 'ascii')],
      ['c.pcd', pcdFile(points, 'binary')],
      ['d.pcd', pcdFile(points, 'binary_compressed')],
      ['e.ply', plyFile(points, 'ascii')],
      ['f.ply', plyFile(points, 'binary_little_endian')],
      ['g.ply', plyFile(points, 'binary_big_endian')],
      ['h.las', lasFile(points, [0, 0, 0])],
      ['i.xyz', Buffer.from(Array.from({ length: POINTS }, (_, at) => `${points.point(at).join(', ')}\r\n`).join(''))],
      ['k.copc.laz', copcFile(points)],
      [
        'j.txt',
        Buffer.from(
          `//X Y Z Intensity\n${Array.from({ length: POINTS }, (_, at) => points.point(at).join(' ')).join('\n')}`,
        ),
      ],
    ];
    for (const [name, bytes] of files) {
      const cloud = await ofBytes(name, bytes);
      expect([name, cloud.frames[0]!.points, cloud.channels[0]]).toEqual([name, POINTS, 'intensity']);
      const found = pointsOf(cloud);
      expect(found.size).toBe(POINTS);
      expect(largestError(found, points.point)).toBeLessThan(1e-3);
    }
  });

  it('should turn the frame of nuScenes and keep its rings', async () => {
    const points = streetPoints(400);
    const cloud = await ofBytes('a.pcd.bin', binFile(points, true));
    const [x, y, z] = points.point(7);
    expect(cloud.channels).toEqual(['intensity', 'ring']);
    expect(
      pointsOf(cloud)
        .get(7)!
        .map(each => each.toFixed(3)),
    ).toEqual([y, -x, z].map(each => each.toFixed(3)));
  });

  it('should keep coordinates of seven digits exact to a millimetre', async () => {
    const street = streetPoints(2000);
    const far = {
      count: 2000,
      point: (at: number) => {
        const [x, y, z, intensity] = street.point(at);
        return [x + 494_123.457, y + 4_877_654.321, z, intensity] as const;
      },
    };
    for (const [name, bytes] of [
      ['a.las', lasFile(far, [494_000, 4_877_000, 0])],
      ['b.pcd', pcdFile(far, 'binary')],
    ] as const) {
      const cloud = await ofBytes(name, bytes);
      expect(cloud.frames[0]!.offset.map(each => each % 1000)).toEqual([0, 0, 0]);
      expect(largestError(pointsOf(cloud), far.point)).toBeLessThan(1e-3);
    }
  });

  it('should drop and count points without finite coordinates, and keep the numbers of the others', async () => {
    const cloud = await ofBytes('a.xyz', Buffer.from('0 0 0\nnan 1 1\n2 inf 2\n3 3 3\n'));
    expect(cloud.frames[0]).toMatchObject({ points: 4, dropped: 2 });
    expect([...pointsOf(cloud).keys()].sort()).toEqual([0, 3]);
    await expect(ofBytes('b.xyz', Buffer.from('0 0 0\nnan nan nan\n'.slice(6)))).rejects.toMatchObject({
      code: 'ASSET_UNREADABLE',
    });
  });

  it('should refuse files whose headers lie, with the reason', async () => {
    const points = streetPoints(100);
    const pcd = (from: string, to: string, kind: 'binary' | 'binary_compressed' = 'binary'): Buffer =>
      Buffer.from(pcdFile(points, kind).toString('latin1').replace(from, to), 'latin1');
    const las = (offset: number, value: number): Buffer => {
      const bytes = lasFile(points, [0, 0, 0]);
      bytes.writeUInt32LE(value, offset);
      return bytes;
    };
    const copc = (offset: number, value: number): Buffer => {
      const bytes = copcFile(points);
      bytes.writeUInt32LE(value, offset);
      return bytes;
    };
    const lies: [string, Buffer, RegExp][] = [
      ['a.pcd', pcd('POINTS 100', 'POINTS 4000000000'), /claims 4000000000 points; at most 200000000/],
      ['b.pcd', pcd('POINTS 100', 'POINTS 101'), /claims 101 points but it holds 100/],
      ['c.pcd', pcd('SIZE 8', 'SIZE 3'), /unknown type f3/],
      ['d.pcd', pcd('DATA binary', 'DATA zipped'), /DATA zipped is unknown/],
      ['e.pcd', pcd('FIELDS x', 'FIELDS w'), /no field x/],
      ['f.pcd', pcdFile(points, 'binary_compressed').subarray(0, 900), /is cut off/],
      ['g.pcd', pcdFile(points, 'ascii').subarray(0, 900), /ends at point|has \d values|is cut off|holds/],
      [
        'h.ply',
        Buffer.from('ply\nformat ascii 1.0\nelement vertex 5000000000\nproperty float x\nend_header\n'),
        /5000000000/,
      ],
      ['i.ply', Buffer.from('solid'), /no PLY header/],
      ['j.las', las(107, 4_000_000_000), /claims 4000000000 points/],
      ['k.las', las(96, 1_000_000), /begin at byte 1000000/],
      ['l.laz', las(107, 100), /./],
      ['q.laz', copc(429 + 40, 4_000_000_000), /hierarchy is damaged/],
      ['r.laz', copc(247, 101), /claims 101 points but its hierarchy has 100/],
      ['s.laz', copc(copcFile(points).length - 8, 0x7f_00_00_00), /hierarchy is damaged/],
      ['t.laz', copc(copcFile(points).length - 48, 9_000_000), /lie outside of the file/],
      ['m.bin', Buffer.alloc(1003), /no whole number of points/],
      ['n.xyz', Buffer.from('these are words\nand no numbers\n'), /has no point/],
      ['o.xyz', Buffer.alloc(200_000, 'a'), /more than 65536 characters/],
      ['p.xyz', Buffer.from('1 2 3\n1 2\n'), /Point 2 has 2 values/],
    ];
    for (const [name, bytes, reason] of lies) {
      const run = ofBytes(name, bytes);
      // An uncompressed file called .laz is read as what it is.
      if (name === 'l.laz') await expect(run).resolves.toMatchObject({ channels: ['intensity', 'classification'] });
      else
        await expect(run).rejects.toMatchObject({ code: 'ASSET_UNREADABLE', message: expect.stringMatching(reason) });
    }
  });

  it('should divide a large cloud into nodes that hold every point once', async () => {
    const points = streetPoints(LARGE);
    const cloud = await ofBytes('large.bin', binFile(points));
    const [{ nodes }] = cloud.frames as [BuiltCloud['frames'][number]];
    expect(nodes.reduce((sum, each) => sum + each.points, 0)).toBe(LARGE);
    expect(Math.max(...nodes.map(each => each.points))).toBeLessThanOrEqual(60_000);
    const names = new Set(nodes.map(each => each.name));
    expect([...names].every(name => name === 'r' || names.has(name.slice(0, -1)))).toBe(true);
    const seen = new Uint8Array(LARGE);
    let outside = 0;
    for (const { first, size, min, max } of nodes) {
      const { positions, indices } = decodeNode(cloud.bytes.subarray(first, first + size), cloud.channels);
      for (const [at, index] of indices.entries()) {
        seen[index]! += 1;
        for (let axis = 0; axis < 3; axis += 1) {
          const value = positions[at * 3 + axis]!;
          if (value < -1e-5 || value > max[axis]! - min[axis]! + 1e-5) outside += 1;
          if (Math.abs(value + min[axis]! - points.point(index)[axis]!) > 1e-4) outside += 1;
        }
      }
    }
    expect(outside).toBe(0);
    expect(seen.every(count => count === 1)).toBe(true);
  });

  it.skipIf(!existsSync(data))('should read real scans', async () => {
    const facts = async (path: string): Promise<unknown[]> => {
      const { frames, channels, unit } = await built(join(data, path), path.split('/').at(-1)!);
      const { points, dropped, nodes } = frames[0]!;
      return [points, dropped, nodes.reduce((sum, each) => sum + each.points, 0), unit, channels.join(' ')];
    };
    for (const [path, ...wanted] of slice('real scans', SCANS, 1)) expect(await facts(path)).toEqual(wanted);
  });
});
