import sharp from 'sharp';
import { expect, it } from 'vitest';
import { readMask } from './mask-picture.ts';

const picture = (width: number, pixels: readonly (readonly [number, number, number, number])[]): Promise<Buffer> =>
  sharp(Buffer.from(pixels.flat()), { raw: { width, height: pixels.length / width, channels: 4 } })
    .png()
    .toBuffer();

const none = [0, 0, 0, 0] as const;
const red = [255, 0, 0, 255] as const;
const blue = [0, 0, 255, 255] as const;

it('should count the pixels of each colour, also of one in several places', async () => {
  const { colors } = await readMask(
    await picture(4, [red, red, none, blue, none, red, red, red, blue, none, none, red]),
  );
  expect(colors).toEqual([
    [0xff0000, 6],
    [0x0000ff, 2],
  ]);
});

it('should report the first half-transparent pixel and count it as painted from 128 on', async () => {
  const mask = await readMask(await picture(2, [none, [255, 0, 0, 127], [0, 0, 255, 128], red]));
  expect(mask.softAlpha).toEqual({ x: 1, y: 0, alpha: 127 });
  expect(mask.colors).toEqual([
    [0x0000ff, 1],
    [0xff0000, 1],
  ]);
});
