import { expect, it } from 'vitest';
import type { DecodedPicture } from './decode-messages.ts';
import { PixelCopies } from './pixel-copies.ts';

interface Frame {
  readonly format?: string;
  readonly width?: number;
  readonly fails?: boolean;
}

/** A frame of 2 × 1 pixels as far as it is read here. */
function frame({ format = 'I420', width = 2, fails = false }: Frame = {}): DecodedPicture {
  return {
    format,
    visibleRect: { x: 0, y: 0, width, height: 1 },
    copyTo: async (pixels: Uint8ClampedArray) => {
      if (fails) throw new TypeError('Unsupported');
      pixels.fill(7);
    },
  } as unknown as DecodedPicture;
}

it('should convert frames into memory that came back', async () => {
  const copies = new PixelCopies({ width: 2, height: 1 });
  const first = await copies.of(frame());
  expect(first).toEqual({ width: 2, height: 1, pixels: Uint8ClampedArray.from({ length: 8 }, () => 7) });
  const second = await copies.of(frame());
  expect(second?.pixels.buffer).not.toBe(first!.pixels.buffer);
  copies.reuse([new ArrayBuffer(4), first!.pixels.buffer]);
  expect((await copies.of(frame()))?.pixels.buffer).toBe(first!.pixels.buffer);
  expect((await copies.of(frame()))?.pixels.byteLength).toBe(8);
});

it('should leave frames to be drawn that are transparent, of another size, bitmaps or cannot be converted', async () => {
  const copies = new PixelCopies({ width: 2, height: 1 });
  const bitmap = { width: 2, height: 1 } as ImageBitmap;
  for (const each of [frame({ format: 'I420A' }), frame({ width: 3 }), bitmap])
    expect(await copies.of(each)).toBeUndefined();
  expect(await copies.of(frame())).toBeDefined();
  expect(await copies.of(frame({ fails: true }))).toBeUndefined();
  expect(await copies.of(frame())).toBeUndefined();
});
