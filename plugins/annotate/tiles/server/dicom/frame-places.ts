import type { FileHandle } from 'node:fs/promises';
import type { DicomHeader } from './dicom-header.ts';
import { numberOf, textOf } from './dicom-header.ts';
import type { DicomSlide } from './dicom-slide.ts';

/** A frame: its top left pixel in the image, and its bytes in the file. */
export interface FramePlace {
  readonly x: number;
  readonly y: number;
  readonly parts: readonly Bytes[];
}

interface Bytes {
  readonly position: number;
  readonly length: number;
}

const UNDEFINED_LENGTH = 0xffff_ffff;
const ITEM = 0xe000_fffe;
const END = 0xe0dd_fffe;
/** Most bytes of a compressed frame. */
const FRAME_BYTES = 64 * 1024 * 1024;

/**
 * Finds the frames of a slide, from the top; of several focal planes those of the middle one.
 * @throws Error with what is wrong with the file
 */
export async function framePlaces(
  file: FileHandle,
  header: DicomHeader,
  slide: DicomSlide,
): Promise<readonly FramePlace[]> {
  const bytes = await frameBytes(file, header, slide);
  const origins = isSparse(header) ? writtenOrigins(header) : gridOrigins(header, slide);
  if (origins.some(each => each.frame >= bytes.length)) throw new Error('frames are missing');
  return origins
    .map(({ x, y, frame }) => ({ x, y, parts: bytes[frame]! }))
    .toSorted((one, other) => one.y - other.y || one.x - other.x);
}

interface Origin {
  readonly x: number;
  readonly y: number;
  readonly frame: number;
}

const isSparse = (header: DicomHeader): boolean =>
  textOf(header, 'x00209311') !== 'TILED_FULL' && header.elements['x52009230'] !== undefined;

/** Frames in rows from the top left, plane after plane. */
function gridOrigins(header: DicomHeader, { width, height, frameWidth, frameHeight, frames }: DicomSlide): Origin[] {
  const [columns, rows] = [Math.ceil(width / frameWidth), Math.ceil(height / frameHeight)];
  const planes = Math.max(1, numberOf(header, 'x00480303') ?? 1);
  const inPlane = columns * rows;
  if (frames !== inPlane * planes)
    throw new Error(`it has ${frames} frames, and ${columns} × ${rows} in ${planes} planes are needed`);
  const first = Math.floor((planes - 1) / 2) * inPlane;
  return Array.from({ length: inPlane }, (_, at) => ({
    x: (at % columns) * frameWidth,
    y: Math.floor(at / columns) * frameHeight,
    frame: first + at,
  }));
}

/** Frames with a place of their own; the first of those at the same place. */
function writtenOrigins({ elements }: DicomHeader): Origin[] {
  const found = new Map<string, Origin>();
  for (const [frame, { dataSet }] of (elements['x52009230']?.items ?? []).entries()) {
    const place = dataSet?.elements['x0048021a']?.items?.[0]?.dataSet;
    const [column, row] = [place?.int32('x0048021e'), place?.int32('x0048021f')];
    if (column === undefined || row === undefined) throw new Error(`frame ${frame + 1} has no place`);
    if (column < 1 || row < 1) throw new Error(`frame ${frame + 1} lies outside of the image`);
    const key = `${column}/${row}`;
    if (!found.has(key)) found.set(key, { x: column - 1, y: row - 1, frame });
  }
  return [...found.values()];
}

async function frameBytes(
  file: FileHandle,
  { elements }: DicomHeader,
  { codec, frameWidth, frameHeight, frames, samples }: DicomSlide,
): Promise<readonly (readonly Bytes[])[]> {
  const pixels = elements['x7fe00010'];
  if (pixels === undefined) throw new Error('it has no pixels');
  if (codec === 'none') {
    const length = frameWidth * frameHeight * samples;
    if (pixels.dataOffset + frames * length > (await file.stat()).size) throw new Error('it is cut off');
    return Array.from({ length: frames }, (_, at) => [{ position: pixels.dataOffset + at * length, length }]);
  }
  if (pixels.length !== UNDEFINED_LENGTH) throw new Error('its frames are not divided');
  const { offsets, fragments } = await fragmentsAt(file, pixels.dataOffset, frames);
  if (fragments.length === frames) return fragments.map(each => [each]);
  if (offsets.length !== frames || fragments.length === 0)
    throw new Error(`it has ${fragments.length} parts of ${frames} frames, and no table`);
  return framesOf(offsets, fragments);
}

/** The parts of each frame: those from its offset to that of the next one. Offsets count from the first part. */
function framesOf(offsets: readonly number[], fragments: readonly Bytes[]): readonly (readonly Bytes[])[] {
  const start = fragments[0]!.position - 8;
  let next = 0;
  return offsets.map((_, at) => {
    const parts: Bytes[] = [];
    const end = offsets[at + 1] ?? Infinity;
    for (; next < fragments.length && fragments[next]!.position - 8 - start < end; next += 1)
      parts.push(fragments[next]!);
    return parts;
  });
}

/** The table of offsets of compressed pixels, and the parts that follow it. */
async function fragmentsAt(
  file: FileHandle,
  start: number,
  frames: number,
): Promise<{ readonly offsets: readonly number[]; readonly fragments: readonly Bytes[] }> {
  const head = Buffer.alloc(8);
  const itemAt = async (position: number): Promise<Bytes | undefined> => {
    const { bytesRead } = await file.read(head, 0, 8, position);
    if (bytesRead < 8) throw new Error('it is cut off');
    const tag = head.readUInt32LE(0);
    if (tag === END) return undefined;
    if (tag !== ITEM) throw new Error('its frames are damaged');
    return { position: position + 8, length: head.readUInt32LE(4) };
  };
  const table = await itemAt(start);
  if (table === undefined) return { offsets: [], fragments: [] };
  if (table.length > frames * 4) throw new Error('its table of frames is damaged');
  const written = Buffer.alloc(table.length);
  await file.read(written, 0, table.length, table.position);
  const offsets = Array.from({ length: table.length / 4 }, (_, at) => written.readUInt32LE(at * 4));
  const fragments: Bytes[] = [];
  for (let at = table.position + table.length; ;) {
    const item = await itemAt(at);
    if (item === undefined) return { offsets, fragments };
    if (item.length > FRAME_BYTES) throw new Error('a frame is too long');
    if (fragments.length > frames * 16) throw new Error('its frames are divided too often');
    fragments.push(item);
    at = item.position + item.length;
  }
}
