import openJpegLs from '@cornerstonejs/codec-charls/decodewasmjs';
import openJpeg2000 from '@cornerstonejs/codec-openjpeg/decodewasmjs';
import { Decoder } from 'jpeg-lossless-decoder-js';

/** Compressions of a frame. */
export const dicomCodecs = ['jpeg-2000', 'jpeg-ls', 'jpeg-lossless'] as const;
export type DicomCodec = (typeof dicomCodecs)[number];

/** A frame as a decoder gives it: samples of 8 or 16 bits, the lower byte first. */
export interface UnpackedFrame {
  readonly width: number;
  readonly height: number;
  /** Samples a pixel: 1 or 3. */
  readonly samples: number;
  readonly bits: 8 | 16;
  /** Colours lie one plane after the other, not pixel by pixel. */
  readonly planar: boolean;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A decoder that was compiled to WebAssembly. */
export interface CompiledDecoder {
  /** The place for so many compressed bytes. */
  getEncodedBuffer(length: number): Uint8Array;
  decode(): void;
  getDecodedBuffer(): Uint8Array;
  getFrameInfo(): {
    readonly width: number;
    readonly height: number;
    readonly bitsPerSample: number;
    readonly componentCount: number;
  };
  getInterleaveMode?(): number;
  delete(): void;
}

const silent = { print: () => undefined, printErr: () => undefined };

/**
 * Unpacks one frame. Runs in a worker that reaches nothing: the decoders read hostile bytes.
 * @param program the compiled decoder of the codec; none for `jpeg-lossless`
 * @throws Error when the bytes are none of that codec
 */
export async function unpackFrame(
  codec: DicomCodec,
  packed: Uint8Array<ArrayBuffer>,
  program: ArrayBuffer | undefined,
): Promise<UnpackedFrame> {
  if (codec === 'jpeg-lossless') return losslessFrame(packed);
  const compiled = (
    codec === 'jpeg-2000'
      ? new (await openJpeg2000({ wasmBinary: program!, ...silent })).J2KDecoder()
      : new (await openJpegLs({ wasmBinary: program!, ...silent })).JpegLSDecoder()
  ) as CompiledDecoder;
  try {
    compiled.getEncodedBuffer(packed.length).set(packed);
    compiled.decode();
    const { width, height, bitsPerSample, componentCount } = compiled.getFrameInfo();
    const bits = bitsPerSample > 8 ? 16 : 8;
    const bytes = new Uint8Array(compiled.getDecodedBuffer());
    if (width === 0 || bytes.length < (width * height * componentCount * bits) / 8) throw new Error('no picture');
    return {
      width,
      height,
      samples: componentCount,
      bits,
      planar: componentCount > 1 && compiled.getInterleaveMode?.() === 0,
      bytes,
    };
  } finally {
    compiled.delete();
  }
}

function losslessFrame(packed: Uint8Array<ArrayBuffer>): UnpackedFrame {
  const decoder = new Decoder();
  const out = decoder.decompress(packed.buffer, packed.byteOffset, packed.length);
  const { dimX: width, dimY: height, numComp: samples, precision } = decoder.frame;
  return {
    width,
    height,
    samples,
    bits: precision > 8 ? 16 : 8,
    planar: false,
    bytes: new Uint8Array(out as ArrayBuffer),
  };
}
