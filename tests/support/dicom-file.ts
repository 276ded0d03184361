import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The encoders of the packages whose decoders the product has. */
interface Encoder {
  getDecodedBuffer(info: object): Uint8Array;
  getEncodedBuffer(): Uint8Array;
  encode(): void;
  delete(): void;
  setDecompositions?(count: number): void;
  setQuality?(reversible: boolean, quality: number): void;
  setNearLossless?(most: number): void;
}
type Module = Readonly<Record<'J2KEncoder' | 'JpegLSEncoder', new () => Encoder>>;

export const packages = {
  'jpeg-2000': '@cornerstonejs/codec-openjpeg',
  'jpeg-ls': '@cornerstonejs/codec-charls',
} as const;
/** Codecs that were compiled before, which takes longer than to pack a picture. */
const compiled = new Map<keyof typeof packages, Promise<Module>>();

function moduleOf(codec: keyof typeof packages): Promise<Module> {
  const made =
    compiled.get(codec) ??
    (require(packages[codec]) as (options: object) => Promise<Module>)({ print: () => undefined });
  compiled.set(codec, made);
  return made;
}

/** Samples, packed by a codec: 8 bits, or 16 with the lower byte first. */
export async function encoded(
  codec: keyof typeof packages,
  stored: Uint8Array,
  info: {
    readonly width: number;
    readonly height: number;
    readonly bitsPerSample: number;
    readonly componentCount: number;
  },
): Promise<Uint8Array> {
  const made = await moduleOf(codec);
  const encoder = codec === 'jpeg-2000' ? new made.J2KEncoder() : new made.JpegLSEncoder();
  encoder.getDecodedBuffer({ ...info, isSigned: false, isUsingColorTransform: info.componentCount === 3 }).set(stored);
  encoder.setDecompositions?.(1);
  encoder.setQuality?.(true, 0);
  encoder.setNearLossless?.(0);
  encoder.encode();
  const packed = new Uint8Array(encoder.getEncodedBuffer());
  encoder.delete();
  return packed;
}

/** An element of a DICOM file: words of 16 bits when the value is a list of numbers. */
export type Field = readonly [tag: number, representation: string, value: string | readonly number[] | Uint8Array];

const even = (bytes: Uint8Array, filler: number): Uint8Array =>
  bytes.length % 2 === 0 ? bytes : Uint8Array.from([...bytes, filler]);

/** Representations whose length takes four bytes. */
const LONG = ['OB', 'OW', 'SQ'];

function element([tag, representation, value]: Field): Buffer {
  const bytes = even(
    typeof value === 'string'
      ? new TextEncoder().encode(value)
      : value instanceof Uint8Array
        ? value
        : new Uint8Array(Uint16Array.from(value).buffer),
    representation === 'UI' ? 0 : 32,
  );
  const isLong = LONG.includes(representation);
  const head = Buffer.alloc(isLong ? 12 : 8);
  head.writeUInt16LE(tag >>> 16, 0);
  head.writeUInt16LE(tag & 0xffff, 2);
  head.write(representation, 4, 'latin1');
  if (isLong) head.writeUInt32LE(bytes.length, 8);
  else head.writeUInt16LE(bytes.length, 6);
  return Buffer.concat([head, bytes]);
}

function item(tag: number, bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt16LE(0xfffe, 0);
  head.writeUInt16LE(tag, 2);
  head.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([head, bytes]);
}

/** The value of a sequence. */
export const sequence = (items: readonly (readonly Field[])[]): Uint8Array =>
  Buffer.concat(items.map(fields => item(0xe000, Buffer.concat(fields.map(element)))));

/** The value of numbers of 32 bits. */
export const longs = (...values: readonly number[]): Uint8Array => new Uint8Array(Uint32Array.from(values).buffer);

/**
 * A DICOM file, explicit and little endian; pixels that are a list of frames are put into fragments. Frames of several
 * parts get a table of their offsets.
 */
export function dicom(
  syntax: string,
  fields: readonly Field[],
  pixels: Uint8Array | readonly (Uint8Array | readonly Uint8Array[])[],
): Uint8Array {
  return Buffer.concat([
    Buffer.alloc(128),
    Buffer.from('DICM'),
    element([0x00020010, 'UI', syntax]),
    ...fields.toSorted((one, other) => one[0] - other[0]).map(element),
    pixels instanceof Uint8Array ? element([0x7fe00010, 'OW', pixels]) : fragmented(pixels),
  ]);
}

function fragmented(frames: readonly (Uint8Array | readonly Uint8Array[])[]): Buffer {
  const packed = frames.map(frame =>
    Buffer.concat((frame instanceof Uint8Array ? [frame] : frame).map(each => item(0xe000, even(each, 0)))),
  );
  const offsets = packed.map((_, at) => packed.slice(0, at).reduce((sum, each) => sum + each.length, 0));
  const isDivided = frames.some(each => !(each instanceof Uint8Array));
  return Buffer.concat([
    Buffer.from([0xe0, 0x7f, 0x10, 0, 0x4f, 0x42, 0, 0, 0xff, 0xff, 0xff, 0xff]),
    item(0xe000, isDivided ? longs(...offsets) : new Uint8Array()),
    ...packed,
    item(0xe0dd, new Uint8Array()),
  ]);
}

/** Returns the shape of a file's pixels. */
export const shape = (
  width: number,
  height: number,
  bits: number,
  kept: number,
  samples: number,
  photometric: string,
  more: readonly Field[] = [],
): readonly Field[] => [
  [0x00280002, 'US', [samples]],
  [0x00280004, 'CS', photometric],
  [0x00280010, 'US', [height]],
  [0x00280011, 'US', [width]],
  [0x00280100, 'US', [bits]],
  [0x00280101, 'US', [kept]],
  [0x00280103, 'US', [0]],
  ...more,
];
