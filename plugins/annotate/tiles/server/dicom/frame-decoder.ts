import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import openJpeg2000 from '@cornerstonejs/codec-openjpeg/decodewasmjs';
import sharp from 'sharp';
import type { DicomSlide } from './dicom-slide.ts';

/** The decoder of JPEG 2000, compiled to WebAssembly. */
interface Jpeg2000Decoder {
  getEncodedBuffer(length: number): Uint8Array;
  decode(): void;
  getDecodedBuffer(): Uint8Array;
  delete(): void;
}

/** Unpacks a frame of a slide to red, green and blue, 3 bytes a pixel. @throws Error of a frame that is not its size */
export type FrameDecoder = (bytes: Buffer) => Promise<Uint8Array>;

/** Opens the decoder of the frames of a slide. */
export async function openFrameDecoder(slide: DicomSlide): Promise<FrameDecoder> {
  if (slide.codec === 'none') return bytes => Promise.resolve(coloursOf(bytes, slide));
  if (slide.codec === 'jpeg') return bytes => jpegColours(bytes, slide);
  const { resolve } = createRequire(import.meta.url);
  const program = await readFile(resolve('@cornerstonejs/codec-openjpeg/decodewasm'));
  const silent = { print: () => undefined, printErr: () => undefined };
  const { J2KDecoder } = await openJpeg2000({ wasmBinary: new Uint8Array(program).buffer, ...silent });
  return bytes => Promise.resolve(jpeg2000Colours(new J2KDecoder() as Jpeg2000Decoder, bytes, slide));
}

async function jpegColours(
  bytes: Buffer,
  { frameWidth, frameHeight, samples, photometric }: DicomSlide,
): Promise<Buffer> {
  const limits = { limitInputPixels: frameWidth * frameHeight, failOn: 'error' } as const;
  const { data, info } = await sharp(samples === 3 && photometric === 'RGB' ? markedAsRgb(bytes) : bytes, limits)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (info.width !== frameWidth || info.height !== frameHeight || info.channels !== 3)
    throw new Error(`a frame has ${info.width} × ${info.height} pixels`);
  return data;
}

/** The Adobe segment of a JPEG file that says that its colours are red, green and blue. */
const RGB_SEGMENT = Buffer.from([0xff, 0xee, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, 0]);

/** Without that segment decoders take three colours for luminance and chrominance, whatever the DICOM file says. */
const markedAsRgb = (jpeg: Buffer): Buffer => Buffer.concat([jpeg.subarray(0, 2), RGB_SEGMENT, jpeg.subarray(2)]);

/** Markers at the beginning of a JPEG 2000 frame, and the places of its facts behind them (ISO 15444-1, A.5.1). */
const JPEG_2000 = 0xff4f_ff51;
const FACTS = { right: 8, bottom: 12, left: 16, top: 20, samples: 40, bits: 42, length: 43 } as const;

function jpeg2000Colours(decoder: Jpeg2000Decoder, bytes: Buffer, slide: DicomSlide): Uint8Array {
  const { frameWidth, frameHeight, samples } = slide;
  try {
    if (bytes.length < FACTS.length || bytes.readUInt32BE(0) !== JPEG_2000) throw new Error('a frame is no JPEG 2000');
    // Before anything of its size is allocated.
    const width = bytes.readUInt32BE(FACTS.right) - bytes.readUInt32BE(FACTS.left);
    const height = bytes.readUInt32BE(FACTS.bottom) - bytes.readUInt32BE(FACTS.top);
    const [components, bits] = [bytes.readUInt16BE(FACTS.samples), bytes[FACTS.bits]! + 1];
    if (width !== frameWidth || height !== frameHeight || bits !== 8 || components !== samples)
      throw new Error(`a frame has ${width} × ${height} pixels of ${components} × ${bits} bits`);
    decoder.getEncodedBuffer(bytes.length).set(bytes);
    decoder.decode();
    // The decoder gives colours as red, green and blue, whatever they were stored as.
    return coloursOf(Buffer.from(decoder.getDecodedBuffer()), { ...slide, planar: false, photometric: 'RGB' });
  } finally {
    decoder.delete();
  }
}

/** Samples of 8 bits as red, green and blue. */
function coloursOf(stored: Buffer, { frameWidth, frameHeight, samples, planar, photometric }: DicomSlide): Buffer {
  const pixels = frameWidth * frameHeight;
  if (stored.length < pixels * samples) throw new Error('a frame is cut off');
  if (samples === 3 && !planar && photometric === 'RGB') return stored;
  const rgb = Buffer.alloc(pixels * 3);
  for (let at = 0; at < pixels; at += 1) {
    if (samples === 1) {
      const grey = photometric === 'MONOCHROME1' ? 255 - stored[at]! : stored[at]!;
      rgb.fill(grey, at * 3, at * 3 + 3);
      continue;
    }
    const [one, two, three] = [0, 1, 2].map(part => stored[planar ? part * pixels + at : at * 3 + part]!) as [
      number,
      number,
      number,
    ];
    const isRgb = photometric === 'RGB';
    rgb[at * 3] = isRgb ? one : byte(one + 1.402 * (three - 128));
    rgb[at * 3 + 1] = isRgb ? two : byte(one - 0.344136 * (two - 128) - 0.714136 * (three - 128));
    rgb[at * 3 + 2] = isRgb ? three : byte(one + 1.772 * (two - 128));
  }
  return rgb;
}

const byte = (value: number): number => Math.max(0, Math.min(255, Math.round(value)));
