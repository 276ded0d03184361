import sharp from 'sharp';
import type { Field } from '#tests/support/dicom-file.ts';
import { dicom, encoded, longs, sequence, shape } from '#tests/support/dicom-file.ts';

export const SYNTAXES = {
  none: '1.2.840.10008.1.2.1',
  jpeg: '1.2.840.10008.1.2.4.50',
  'jpeg-2000': '1.2.840.10008.1.2.4.90',
} as const;

/** A slide that is written for a test. */
export interface WrittenSlide {
  readonly width: number;
  readonly height: number;
  /** Edge of a frame in pixels. */
  readonly edge: number;
  readonly codec: keyof typeof SYNTAXES;
  /** Frames in any order, each with its place; every third one is left out. */
  readonly sparse?: boolean;
  /** Each frame in two parts, with a table of offsets. */
  readonly divided?: boolean;
  readonly photometric?: 'RGB' | 'YBR_FULL_422';
  readonly kind?: 'VOLUME' | 'LABEL';
  readonly more?: readonly Field[];
}

/**
 * The colour of a pixel of a written slide: red and green grow with the hundreds of x and y. All are such that they can
 * be luminance and chrominance too.
 */
export const colourAt = (x: number, y: number): readonly [number, number, number] => [
  90 + Math.floor(x / 100) * 6,
  100 + Math.floor(y / 100) * 8,
  128,
];

/** True of a frame that a sparse slide leaves out, by its number from the top left. */
export const isLeftOut = (frame: number): boolean => frame % 3 === 2;

/** A level of a whole-slide image in DICOM. */
export async function dicomLevel(slide: WrittenSlide): Promise<Buffer> {
  const { width, height, edge, codec, sparse = false, divided = false, photometric = 'RGB', kind = 'VOLUME' } = slide;
  const [columns, rows] = [Math.ceil(width / edge), Math.ceil(height / edge)];
  const all = Array.from({ length: columns * rows }, (_, frame) => frame);
  const written = sparse ? all.filter(frame => !isLeftOut(frame)).toReversed() : all;
  const frames: Uint8Array[] = [];
  for (const frame of written)
    frames.push(await packed((frame % columns) * edge, Math.floor(frame / columns) * edge, edge, codec, photometric));
  const places: readonly Field[] = [
    [
      0x52009230,
      'SQ',
      sequence(
        written.map(frame => [
          [
            0x0048021a,
            'SQ',
            sequence([
              [
                [0x0048021e, 'SL', longs((frame % columns) * edge + 1)],
                [0x0048021f, 'SL', longs(Math.floor(frame / columns) * edge + 1)],
              ],
            ]),
          ],
        ]),
      ),
    ],
  ];
  const spacing = sequence([[[0x00289110, 'SQ', sequence([[[0x00280030, 'DS', '0.0005\\0.0005']]])]]]);
  const fields: readonly Field[] = [
    [0x00080008, 'CS', `DERIVED\\PRIMARY\\${kind}\\NONE`],
    [0x00080016, 'UI', '1.2.840.10008.5.1.4.1.1.77.1.6'],
    [0x00209311, 'CS', sparse ? 'TILED_SPARSE' : 'TILED_FULL'],
    ...shape(edge, edge, 8, 8, 3, photometric),
    [0x00280006, 'US', [0]],
    [0x00280008, 'IS', String(written.length)],
    [0x00480006, 'UL', longs(width)],
    [0x00480007, 'UL', longs(height)],
    [0x52009229, 'SQ', spacing],
    ...(sparse ? places : []),
  ];
  const own = new Map([...fields, ...(slide.more ?? [])].map(field => [field[0], field]));
  const halves = (frame: Uint8Array): readonly Uint8Array[] => [
    frame.subarray(0, Math.floor(frame.length / 4) * 2),
    frame.subarray(Math.floor(frame.length / 4) * 2),
  ];
  return Buffer.from(
    dicom(
      SYNTAXES[codec],
      [...own.values()],
      codec === 'none' ? Buffer.concat(frames) : divided ? frames.map(halves) : frames,
    ),
  );
}

/** Frames that were packed before: most slides of the tests have the same ones. */
const known = new Map<string, Promise<Uint8Array>>();

function packed(...place: Parameters<typeof pack>): Promise<Uint8Array> {
  const key = place.join();
  const frame = known.get(key) ?? pack(...place);
  known.set(key, frame);
  return frame;
}

async function pack(
  left: number,
  top: number,
  edge: number,
  codec: WrittenSlide['codec'],
  photometric: string,
): Promise<Uint8Array> {
  const pixels = Buffer.alloc(edge * edge * 3);
  for (let y = 0; y < edge; y += 1)
    for (let x = 0; x < edge; x += 1) pixels.set(colourAt(left + x, top + y), (y * edge + x) * 3);
  const size = { width: edge, height: edge };
  if (codec === 'none') return pixels;
  if (codec === 'jpeg-2000') return encoded('jpeg-2000', pixels, { ...size, bitsPerSample: 8, componentCount: 3 });
  // Colours that are not converted: their three components are coded as they are.
  const picture = sharp(pixels, { raw: { ...size, channels: 3 } });
  const jpeg = await picture.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer();
  return photometric === 'RGB' ? asRgbJpeg(pixels, edge) : jpeg;
}

/** A JPEG file whose components are red, green and blue, as some scanners write them, without a mark that says so. */
async function asRgbJpeg(pixels: Buffer, edge: number): Promise<Buffer> {
  // The encoder converts to luminance and chrominance; colours converted back before come out as red, green and blue.
  const converted = Buffer.alloc(pixels.length);
  for (let at = 0; at < pixels.length; at += 3) {
    const [y, cb, cr] = [pixels[at]!, pixels[at + 1]! - 128, pixels[at + 2]! - 128];
    converted[at] = clamped(y + 1.402 * cr);
    converted[at + 1] = clamped(y - 0.344136 * cb - 0.714136 * cr);
    converted[at + 2] = clamped(y + 1.772 * cb);
  }
  const jpeg = await sharp(converted, { raw: { width: edge, height: edge, channels: 3 } })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer();
  // Without the JFIF segment, which promises luminance and chrominance.
  return jpeg[3] === 0xe0 ? Buffer.concat([jpeg.subarray(0, 2), jpeg.subarray(4 + jpeg.readUInt16BE(4))]) : jpeg;
}

const clamped = (value: number): number => Math.max(0, Math.min(255, Math.round(value)));
