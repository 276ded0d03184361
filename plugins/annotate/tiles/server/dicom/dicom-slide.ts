import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { Fault } from '#core/base/common/index.ts';
import { demandSize } from '../image-facts.ts';
import type { SlideFacts } from '../slides/slide-facts.ts';
import type { DicomHeader } from './dicom-header.ts';
import { numberOf, readDicomHeader, textOf } from './dicom-header.ts';

/** The class of whole-slide images (VL Whole Slide Microscopy Image Storage). */
const SLIDE_CLASS = '1.2.840.10008.5.1.4.1.1.77.1.6';

/** Compressions of frames by their transfer syntaxes. */
const codecs: Readonly<Record<string, FrameCodec>> = {
  '1.2.840.10008.1.2.1': 'none',
  '1.2.840.10008.1.2.4.50': 'jpeg',
  '1.2.840.10008.1.2.4.51': 'jpeg',
  '1.2.840.10008.1.2.4.90': 'jpeg-2000',
  '1.2.840.10008.1.2.4.91': 'jpeg-2000',
};
export type FrameCodec = 'none' | 'jpeg' | 'jpeg-2000';

/** Kinds of pictures of a slide that are no part of the glass one annotates. */
const LEFT_OUT = ['LABEL', 'OVERVIEW'];
/** Longest side of a frame in pixels, and most frames. */
const LONGEST_FRAME = 4096;
const MOST_FRAMES = 2_000_000;
/** Millimetres along a pixel that no microscope has. */
const COARSEST_MM = 1;

/** A level of a slide in DICOM, as its header describes it. */
export interface DicomSlide extends SlideFacts {
  readonly codec: FrameCodec;
  /** Pixels of one frame. */
  readonly frameWidth: number;
  readonly frameHeight: number;
  readonly frames: number;
  /** Samples of a pixel, of 8 bits each. */
  readonly samples: 1 | 3;
  /** Colours lie one plane after the other, not pixel by pixel. */
  readonly planar: boolean;
  readonly photometric: string;
}

/**
 * Reads the facts of a whole-slide image in DICOM; undefined of a file of another kind, and of one whose picture is the
 * label or the overview of the glass.
 * @throws Fault ASSET_UNREADABLE, TOO_LARGE, naming the file
 */
export async function dicomSlide(path: string, name: string): Promise<DicomSlide | undefined> {
  const file = await open(path, 'r');
  try {
    return await slideOf(file, name);
  } finally {
    await file.close();
  }
}

async function slideOf(file: FileHandle, name: string): Promise<DicomSlide | undefined> {
  const header = await readDicomHeader(file, false);
  if (header === undefined) throw badSlide(name, 'is damaged, or no DICOM file with explicit types');
  if (textOf(header, 'x00080016') !== SLIDE_CLASS) return undefined;
  if (LEFT_OUT.includes(textOf(header, 'x00080008')?.split('\\')[2] ?? '')) return undefined;
  return slideFrom(header, name);
}

/** Reads the facts of a slide from its header. @throws Fault ASSET_UNREADABLE, TOO_LARGE, naming the file */
export function slideFrom(header: DicomHeader, name: string): DicomSlide {
  const codec = codecs[header.syntax];
  if (codec === undefined)
    throw badSlide(
      name,
      `is compressed in a way that is not supported (${header.syntax}). JPEG, JPEG 2000 and uncompressed slides are`,
    );
  const [width, height] = [numberOf(header, 'x00480006') ?? 0, numberOf(header, 'x00480007') ?? 0];
  const [frameWidth, frameHeight] = [numberOf(header, 'x00280011') ?? 0, numberOf(header, 'x00280010') ?? 0];
  const frames = Number(textOf(header, 'x00280008') ?? 1);
  if (width < 1 || height < 1) throw badSlide(name, 'does not say how large its image is');
  demandSize(name, { width, height });
  if (Math.min(frameWidth, frameHeight) < 1 || Math.max(frameWidth, frameHeight) > LONGEST_FRAME)
    throw badSlide(name, `has frames of ${frameWidth} × ${frameHeight} pixels; up to ${LONGEST_FRAME} are supported`);
  if (!Number.isInteger(frames) || frames < 1 || frames > MOST_FRAMES)
    throw badSlide(name, `has ${frames} frames; from 1 to ${MOST_FRAMES} are supported`);
  const [samples, bits] = [numberOf(header, 'x00280002') ?? 1, numberOf(header, 'x00280100') ?? 0];
  if ((samples !== 1 && samples !== 3) || bits !== 8)
    throw badSlide(name, `has ${samples} samples of ${bits} bits a pixel; grey and colours of 8 bits are supported`);
  const paths = numberOf(header, 'x00480302') ?? 1;
  if (paths > 1) throw badSlide(name, `has ${paths} optical paths; slides with one are supported`);
  if ((numberOf(header, 'x00209163') ?? 1) > 1)
    throw badSlide(name, 'is one part of a level that was divided into several files');
  return {
    width,
    height,
    metresPerPixel: metresOf(header),
    codec,
    frameWidth,
    frameHeight,
    frames,
    samples,
    planar: numberOf(header, 'x00280006') === 1,
    photometric: textOf(header, 'x00280004') ?? '',
  };
}

/** Metres along a pixel, from the spacing that all frames share. */
function metresOf({ elements }: DicomHeader): number | undefined {
  const measures = elements['x52009229']?.items?.[0]?.dataSet?.elements['x00289110']?.items?.[0]?.dataSet;
  const [down, across] = [0, 1].map(at => measures?.floatString('x00280030', at) ?? 0) as [number, number];
  return down > 0 && across > 0 && Math.max(down, across) < COARSEST_MM ? Math.sqrt(down * across) / 1000 : undefined;
}

/** 422 of a slide that cannot be cut; `problem` follows its name. */
export const badSlide = (name: string, problem: string): Fault =>
  new Fault('ASSET_UNREADABLE', `${name} ${problem}.`, { status: 422 });
