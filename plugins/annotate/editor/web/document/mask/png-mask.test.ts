import { existsSync, readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { LabelRaster } from '#plugins/annotate/annotations/common/raster/index.ts';
import { runsOf } from '#tests/support/run-plan.ts';
import { decodeMask, encodeMask } from './png-mask.ts';
import { RunDeflate } from './run-deflate.ts';

const data = new URL('../../../../../../../shared/data/pixel/product_export/', import.meta.url);
const names = [1, 2, 3].map(number => `example_image_${number}.jpg___save.png`);

async function pixels(
  png: Uint8Array,
): Promise<{ readonly width: number; readonly height: number; readonly channels: number; readonly data: Buffer }> {
  const { data: raw, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels: info.channels, data: raw };
}

/** 24-bit colour of each pixel by another reader; -1 where it is no painted or background pixel. */
async function reference(png: Uint8Array): Promise<Int32Array> {
  const { data: raw, channels } = await pixels(png);
  expect(channels).toBe(4);
  return Int32Array.from({ length: raw.length / 4 }, (_, at) =>
    raw[at * 4 + 3] === 255 ? raw.readUIntBE(at * 4, 3) : raw.readUInt32BE(at * 4) === 0 ? 0 : -1,
  );
}

/** Colour of each pixel of a mask. */
const colorsOf = (labels: ArrayLike<number>, colorOf: (slot: number) => number): Int32Array =>
  Int32Array.from(labels, colorOf);

/** Returns the first place where two pictures differ; -1 where they are the same. Millions of values are too many for toEqual. */
function differenceOf(one: Int32Array, other: Int32Array): number {
  if (one.length !== other.length) return Math.min(one.length, other.length);
  return one.findIndex((value, at) => value !== other[at]);
}

describe('masks as PNG', () => {
  it('are written as other programs read them, and read back the same', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 30 }),
        fc.array(fc.constantFrom(0, 0, 0, 1, 1, 2, 3), { minLength: 1, maxLength: 60 }),
        async (width, height, pattern) => {
          const colors = [0, 15, 0xfedcba, 0x0000ff];
          const labels = Uint16Array.from(
            { length: width * height },
            (_, at) => pattern[Math.floor(at / 3) % pattern.length]!,
          );
          const png = new Uint8Array(await encodeMask({ width, height, labels, colors }).arrayBuffer());
          const expected = colorsOf(labels, slot => colors[slot]!);
          expect(await reference(png)).toEqual(expected);
          const mask = await decodeMask(png);
          const raster = new LabelRaster(mask.width, mask.height, mask);
          expect(colorsOf(raster.labels, slot => raster.colorOf(slot))).toEqual(expected);
          for (let slot = 1; slot < raster.slotCount; slot += 1)
            expect(raster.reachOf([slot])).toEqual(raster.boundsOf(new Set([slot])));
        },
      ),
      { numRuns: runsOf(500) },
    );
  });

  it('are packed as a stream that others unpack, whatever the lengths of runs', () => {
    const runs = fc.array(
      fc.tuple(
        fc.constantFrom(0, 0xff0f0000, 0xffdcbafe, 0xffffffff, 0xff000001),
        fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 70_000 })),
      ),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 255 }), runs, (byte, list) => {
        const packed = new RunDeflate();
        packed.byte(byte);
        for (const [pixel, count] of list) packed.run(pixel, count);
        const unpacked = inflateSync(packed.finish());
        const expected = Buffer.concat([
          Buffer.of(byte),
          ...list.map(([pixel, count]) => Buffer.from(new Uint32Array(count).fill(pixel).buffer)),
        ]);
        expect(unpacked.equals(expected)).toBe(true);
      }),
      { numRuns: runsOf(2_000) },
    );
  });

  it('are read with every filter of PNG', async () => {
    const raw = Buffer.alloc(64 * 48 * 4);
    for (let at = 0; at < 64 * 48; at += 1)
      if ((at * 7) % 11 > 4) raw.writeUInt32BE(((((at % 5) + 1) * 15 * 4099) % 0xffffff) * 256 + 255, at * 4);
    const png = await sharp(raw, { raw: { width: 64, height: 48, channels: 4 } })
      .png({ adaptiveFiltering: true })
      .toBuffer();
    const mask = await decodeMask(png);
    expect(colorsOf(mask.labels, slot => mask.colors[slot]!)).toEqual(await reference(png));
  });

  it('refuses what is no mask, and one that is cut off', async () => {
    await expect(decodeMask(new Uint8Array(100))).rejects.toThrow('no PNG');
    await expect(
      decodeMask(
        await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
      ),
    ).rejects.toThrow('RGBA');
  });

  for (const name of names) {
    it.skipIf(!existsSync(new URL(name, data)))(
      `reads ${name} of the product, and writes it back with nothing changed`,
      async () => {
        const png = readFileSync(new URL(name, data));
        const expected = await reference(png);
        const mask = await decodeMask(png);
        expect(
          differenceOf(
            colorsOf(mask.labels, slot => mask.colors[slot]!),
            expected,
          ),
        ).toBe(-1);
        const again = new Uint8Array(await encodeMask(mask).arrayBuffer());
        expect(differenceOf(await reference(again), expected)).toBe(-1);
      },
      30_000,
    );
  }
});
