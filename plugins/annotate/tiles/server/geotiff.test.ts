import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readGeoreference } from './geotiff.ts';
import type { GeoTag } from './geotiff.support.ts';
import { utmTags, withTags } from './geotiff.support.ts';

let folder: string;
let plain: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-geotiff-'));
  plain = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .tiff()
    .toBuffer();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(bytes: Buffer): ReturnType<typeof readGeoreference> {
  const path = join(folder, 'map.tif');
  await writeFile(path, bytes);
  return readGeoreference(path);
}
const tagged = (tags: readonly GeoTag[]): ReturnType<typeof readGeoreference> => read(withTags(plain, tags));
const keys = (...entries: readonly (readonly [key: number, value: number])[]): GeoTag => ({
  tag: 34_735,
  type: 3,
  values: [1, 1, 0, entries.length, ...entries.flatMap(([key, value]) => [key, 0, 1, value])],
});

it('should read a scale with a tie point, and the system by its number', async () => {
  expect(await tagged(utmTags(580_000, 4_800_000, 0.5))).toEqual({
    crs: 'EPSG:32631',
    transform: [0.5, 0, 580_000, 0, -0.5, 4_800_000],
  });
});

it('should read a matrix, and give pixel corners where the file gives the middles of pixels', async () => {
  const matrix: GeoTag = { tag: 34_264, type: 12, values: [2, 0, 0, 100, 0, -4, 0, 50, 0, 0, 0, 0, 0, 0, 0, 1] };
  expect(await tagged([matrix, keys([1024, 2], [1025, 2], [2048, 4326])])).toEqual({
    crs: 'EPSG:4326',
    transform: [2, 0, 99, 0, -4, 52],
  });
  expect(await tagged([matrix, keys([3072, 32_767])])).toMatchObject({ crs: '' });
});

it('should find nothing in other files, nor in tags that lie', async () => {
  expect(await read(plain)).toBeUndefined();
  expect(await read(Buffer.from('no image at all, only a text'))).toBeUndefined();
  expect(await read(Buffer.from('II*\0'))).toBeUndefined();
  const [scale, tie, system] = utmTags(0, 0, 1) as [GeoTag, GeoTag, GeoTag];
  expect(await tagged([{ ...scale, values: [0, 0, 0] }, tie, system])).toBeUndefined();
  expect(await tagged([{ ...scale, values: [Number.NaN, 1, 0] }, tie, system])).toBeUndefined();
  const lying = withTags(plain, utmTags(0, 0, 1));
  // A tag of four billion values, and a directory beyond the end.
  const at = lying.indexOf(Buffer.from([0x0e, 0x83, 12, 0]));
  expect(at).toBeGreaterThan(0);
  lying.writeUInt32LE(0xffff_ffff, at + 4);
  expect(await read(lying)).toBeUndefined();
  lying.writeUInt32LE(0xffff_fff0, 4);
  expect(await read(lying)).toBeUndefined();
});
