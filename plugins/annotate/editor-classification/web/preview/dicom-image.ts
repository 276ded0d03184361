import { parseDicom } from 'dicom-parser';
import type { DataSet } from 'dicom-parser';
import { messages } from '../messages.ts';
import type { DicomPalette } from './dicom-palette.ts';
import { paletteColours, readPalette } from './dicom-palette.ts';
import { decodeRunLengths } from './dicom-run-lengths.ts';
import type { DicomCodec, UnpackedFrame } from './dicom-unpack.ts';

/** Why a DICOM file has no picture that can be shown. */
export class UnreadableDicom extends Error {}

/** Centre and width of the grey values that are distinguished on the screen, in stored units after the rescale. */
export interface GreyWindow {
  readonly centre: number;
  readonly width: number;
}

/** One frame: grey values, or colours as red, green, blue. */
export type DicomFrame =
  | { readonly kind: 'grey'; readonly values: Float32Array; readonly least: number; readonly most: number }
  | { readonly kind: 'colour'; readonly rgb: Uint8Array }
  /** A JPEG picture as the browser decodes it; grey ones are shown as they are. */
  | { readonly kind: 'jpeg'; readonly bytes: Uint8Array<ArrayBuffer> };

/** A frame that a decoder must unpack first. */
export interface PackedFrame {
  readonly kind: 'packed';
  readonly codec: DicomCodec;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The picture of a DICOM file. */
export interface DicomImage {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** White is the lowest value. */
  readonly inverted: boolean;
  readonly window: GreyWindow | undefined;
  /** From 0. @throws UnreadableDicom */
  frame(index: number): DicomFrame | PackedFrame;
  /** A frame that was unpacked. @throws UnreadableDicom when it is none of this file's size */
  unpacked(frame: UnpackedFrame): DicomFrame;
}

const RUN_LENGTHS = '1.2.840.10008.1.2.5';
const JPEG_BASELINE = '1.2.840.10008.1.2.4.50';
const plain: ReadonlySet<string> = new Set(['1.2.840.10008.1.2', '1.2.840.10008.1.2.1', '1.2.840.10008.1.2.2']);
const PALETTE = messages.dicomImage.paletteColor;
const BIG_ENDIAN = '1.2.840.10008.1.2.2';

const JPEG_EXTENDED = '1.2.840.10008.1.2.4.51';
const codecs: Readonly<Record<string, DicomCodec>> = {
  '1.2.840.10008.1.2.4.57': 'jpeg-lossless',
  '1.2.840.10008.1.2.4.70': 'jpeg-lossless',
  '1.2.840.10008.1.2.4.80': 'jpeg-ls',
  '1.2.840.10008.1.2.4.81': 'jpeg-ls',
  '1.2.840.10008.1.2.4.90': 'jpeg-2000',
  '1.2.840.10008.1.2.4.91': 'jpeg-2000',
};
const names: Readonly<Record<string, string>> = {
  '1.2.840.10008.1.2.1.99': 'deflated',
  [JPEG_EXTENDED]: messages.dicomImage.jpegOf12Bits,
};

/** Most pixels of one frame. */
const MOST_PIXELS = 100_000_000;

/**
 * Reads a DICOM file: uncompressed, run lengths, JPEG of 8 bits, lossless JPEG, JPEG-LS and JPEG 2000; grey, colours
 * and palettes.
 * @throws UnreadableDicom with what is wrong with it
 */
export function readDicom(bytes: Uint8Array): DicomImage {
  const set = parsed(bytes);
  const syntax = set.string('x00020010') ?? '1.2.840.10008.1.2';
  const element = set.elements['x7fe00010'];
  const [height, width] = [set.uint16('x00280010') ?? 0, set.uint16('x00280011') ?? 0];
  if (element === undefined || width === 0 || height === 0) throw new UnreadableDicom('The file holds no picture.');
  if (width * height > MOST_PIXELS) throw new UnreadableDicom('The picture is too large to be shown.');
  const isJpeg = syntax === JPEG_BASELINE || (syntax === JPEG_EXTENDED && (set.uint16('x00280101') ?? 16) <= 8);
  const codec = codecs[syntax];
  if (!plain.has(syntax) && syntax !== RUN_LENGTHS && !isJpeg && codec === undefined)
    throw new UnreadableDicom(`Pictures compressed as ${names[syntax] ?? syntax} cannot be shown here.`);
  const look = lookOf(set, width, height, syntax === BIG_ENDIAN);
  const frames = Math.max(1, set.intString('x00280008') ?? 1);
  const [centre, breadth] = [set.floatString('x00281050'), set.floatString('x00281051')];
  return {
    width,
    height,
    frames,
    inverted: look.photometric === 'MONOCHROME1',
    window: centre === undefined || breadth === undefined || breadth <= 0 ? undefined : { centre, width: breadth },
    frame(index) {
      if (isJpeg) return { kind: 'jpeg', bytes: fragment(set, element, index) };
      if (codec !== undefined) return { kind: 'packed', codec, bytes: fragment(set, element, index) };
      const size = Math.ceil((width * height * look.samples * look.bits) / 8);
      const from = element.dataOffset + index * size;
      const stored =
        syntax === RUN_LENGTHS
          ? decodeRunLengths(fragment(set, element, index), width * height, look.samples * (look.bits / 8))
          : bytes.subarray(from, from + size);
      // What run lengths give lies by planes, most significant byte first within a sample.
      return drawn(
        stored,
        syntax === RUN_LENGTHS ? { ...look, planar: true, swapped: false } : look,
        index * width * height,
      );
    },
    unpacked(frame) {
      if (frame.width !== width || frame.height !== height || frame.samples !== look.samples)
        throw new UnreadableDicom('Its compressed picture is of another size than the file says.');
      // JPEG 2000 gives its colours as red, green and blue, whatever they were stored as.
      return drawn(
        frame.bytes,
        {
          ...look,
          bits: frame.bits,
          planar: frame.planar,
          swapped: false,
          ...(codec === 'jpeg-2000' && look.samples === 3 ? { photometric: 'RGB' } : {}),
        },
        0,
      );
    },
  };
}

function parsed(bytes: Uint8Array): DataSet {
  try {
    return parseDicom(bytes);
  } catch (error) {
    throw new UnreadableDicom('The file is no DICOM, or damaged.', { cause: error });
  }
}

interface Look {
  readonly pixels: number;
  readonly samples: number;
  /** Bits a sample takes. */
  readonly bits: number;
  readonly kept: number;
  readonly signed: boolean;
  readonly planar: boolean;
  readonly swapped: boolean;
  readonly photometric: string;
  readonly palette: DicomPalette | undefined;
  readonly slope: number;
  readonly intercept: number;
}

function lookOf(set: DataSet, width: number, height: number, swapped: boolean): Look {
  const bits = set.uint16('x00280100') ?? 16;
  const samples = set.uint16('x00280002') ?? 1;
  const photometric = (set.string('x00280004') ?? 'MONOCHROME2').trim();
  if (![1, 8, 16, 32].includes(bits)) throw new UnreadableDicom(`Pictures of ${bits} bits cannot be shown here.`);
  if (
    samples === 3
      ? bits !== 8 || (!['RGB', 'YBR_FULL'].includes(photometric) && !photometric.startsWith('YBR'))
      : !photometric.startsWith('MONOCHROME') && photometric !== PALETTE
  )
    throw new UnreadableDicom(`Pictures of the kind ${photometric} cannot be shown here.`);
  const palette = photometric === PALETTE ? readPalette(set) : undefined;
  if (photometric === PALETTE && palette === undefined)
    throw new UnreadableDicom('Its palette of colours cannot be read.');
  return {
    palette,
    pixels: width * height,
    samples,
    bits,
    kept: set.uint16('x00280101') ?? bits,
    signed: set.uint16('x00280103') === 1,
    planar: set.uint16('x00280006') === 1,
    swapped,
    photometric,
    slope: set.floatString('x00281053') ?? 1,
    intercept: set.floatString('x00281052') ?? 0,
  };
}

/** The compressed bytes of a frame; without a table of offsets each fragment is a frame. */
function fragment(
  set: DataSet,
  element: NonNullable<DataSet['elements'][string]>,
  index: number,
): Uint8Array<ArrayBuffer> {
  const parts = element.fragments ?? [];
  const offsets = element.basicOffsetTable ?? [];
  const [from, to] = [offsets[index], offsets[index + 1] ?? Infinity];
  const own =
    from === undefined || offsets.length < 2
      ? parts.length > 1 && offsets.length !== 1
        ? parts.slice(index, index + 1)
        : parts
      : parts.filter(each => each.offset >= from && each.offset < to);
  if (own.length === 0) throw new UnreadableDicom('The frame is not in the file.');
  const whole = new Uint8Array(own.reduce((sum, each) => sum + each.length, 0));
  let at = 0;
  for (const { position, length } of own) {
    whole.set(set.byteArray.subarray(position, position + length), at);
    at += length;
  }
  return whole;
}

function drawn(stored: Uint8Array, look: Look, firstBit: number): DicomFrame {
  const { pixels, samples, bits } = look;
  if (bits !== 1 && stored.length < (pixels * samples * bits) / 8) throw new UnreadableDicom('The file is cut off.');
  if (look.palette !== undefined) return { kind: 'colour', rgb: paletteColours(samplesOf(stored, look), look.palette) };
  return samples === 3
    ? { kind: 'colour', rgb: colours(stored, look) }
    : greys(bits === 1 ? bitsOf(stored, pixels, firstBit % 8) : samplesOf(stored, look), look);
}

function bitsOf(stored: Uint8Array, pixels: number, from: number): Float32Array {
  return Float32Array.from({ length: pixels }, (_, at) => ((stored[(from + at) >> 3] ?? 0) >> ((from + at) & 7)) & 1);
}

function samplesOf(stored: Uint8Array, { pixels, bits, kept, signed, swapped }: Look): Float32Array {
  const view = new DataView(stored.buffer, stored.byteOffset, stored.byteLength);
  const bytes = bits / 8;
  const unused = 32 - kept;
  return Float32Array.from({ length: pixels }, (_, at) => {
    const value =
      bytes === 1
        ? view.getUint8(at)
        : bytes === 2
          ? view.getUint16(at * 2, !swapped)
          : view.getUint32(at * 4, !swapped);
    return signed ? (value << unused) >> unused : (value << unused) >>> unused;
  });
}

function greys(values: Float32Array, { slope, intercept }: Look): DicomFrame {
  let [least, most] = [Infinity, -Infinity];
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at]! * slope + intercept;
    values[at] = value;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return { kind: 'grey', values, least, most };
}

function colours(stored: Uint8Array, { pixels, planar, photometric }: Look): Uint8Array {
  const rgb = new Uint8Array(pixels * 3);
  for (let at = 0; at < pixels; at += 1) {
    const [one, two, three] = planar
      ? [stored[at]!, stored[pixels + at]!, stored[2 * pixels + at]!]
      : [stored[at * 3]!, stored[at * 3 + 1]!, stored[at * 3 + 2]!];
    const isRgb = photometric === 'RGB';
    rgb[at * 3] = isRgb ? one : byte(one + 1.402 * (three - 128));
    rgb[at * 3 + 1] = isRgb ? two : byte(one - 0.344136 * (two - 128) - 0.714136 * (three - 128));
    rgb[at * 3 + 2] = isRgb ? three : byte(one + 1.772 * (two - 128));
  }
  return rgb;
}

const byte = (value: number): number => Math.max(0, Math.min(255, Math.round(value)));

/** The window that shows all values of a frame. */
export const wholeWindow = ({ least, most }: Extract<DicomFrame, { kind: 'grey' }>): GreyWindow => ({
  centre: (least + most) / 2,
  width: Math.max(1, most - least),
});

/** A frame as pixels of a canvas, red, green, blue and opacity. */
export function paintFrame(
  frame: Exclude<DicomFrame, { kind: 'jpeg' }>,
  window: GreyWindow,
  inverted: boolean,
): Uint8ClampedArray<ArrayBuffer> {
  if (frame.kind === 'colour') {
    const painted = new Uint8ClampedArray((frame.rgb.length / 3) * 4).fill(255);
    for (let at = 0; at < frame.rgb.length / 3; at += 1) painted.set(frame.rgb.subarray(at * 3, at * 3 + 3), at * 4);
    return painted;
  }
  const { values } = frame;
  const painted = new Uint8ClampedArray(values.length * 4).fill(255);
  const least = window.centre - window.width / 2;
  for (let at = 0; at < values.length; at += 1) {
    const grey = ((values[at]! - least) / window.width) * 255;
    const shown = inverted ? 255 - grey : grey;
    painted[at * 4] = shown;
    painted[at * 4 + 1] = shown;
    painted[at * 4 + 2] = shown;
  }
  return painted;
}
