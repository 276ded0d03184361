import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { imageShape, TILE_QUALITY } from '../../common/pyramid.ts';
import { StripPyramid } from '../strip-pyramid.ts';
import { readDicomHeader } from './dicom-header.ts';
import type { DicomSlide } from './dicom-slide.ts';
import { slideFrom } from './dicom-slide.ts';
import type { FrameDecoder } from './frame-decoder.ts';
import { openFrameDecoder } from './frame-decoder.ts';
import type { FramePlace } from './frame-places.ts';
import { framePlaces } from './frame-places.ts';

/** Bytes of unpacked frames that are kept for the next strip. */
const KEPT_BYTES = 96 * 1024 * 1024;

/**
 * Cuts a slide in DICOM into the tiles `OUTPUT_files/LEVEL/COLUMN_ROW.jpeg`. Of its image one row of tiles and the
 * frames that reach into it are in memory.
 * @throws Error with what is wrong with the file
 */
export async function cutDicom(input: string, output: string): Promise<void> {
  const file = await open(input, 'r');
  try {
    const header = await readDicomHeader(file, true);
    if (header === undefined) throw new Error('its header is damaged');
    const slide = slideFrom(header, 'The slide');
    const frames = new FrameReader(file, slide, await openFrameDecoder(slide));
    const places = await framePlaces(file, header, slide);
    const shape = imageShape(slide.width, slide.height);
    const pyramid = new StripPyramid(shape, `${output}_files`, TILE_QUALITY);
    await pyramid.begin();
    const pixels = Buffer.alloc(slide.width * shape.tileSize * 3);
    for (let top = 0, next = 0; top < slide.height; top += shape.tileSize) {
      const rows = Math.min(shape.tileSize, slide.height - top);
      // Where no frame lies the glass is empty.
      pixels.fill(255);
      while (next < places.length && places[next]!.y + slide.frameHeight <= top) next += 1;
      for (let at = next; at < places.length && places[at]!.y < top + rows; at += 1) {
        const place = places[at]!;
        put(await frames.read(place, place.y + slide.frameHeight > top + rows), place, slide, { pixels, top, rows });
      }
      await pyramid.add({ pixels, rows });
    }
    await pyramid.end();
  } finally {
    await file.close();
  }
}

/** Reads frames, and keeps those that the next strip needs too. */
class FrameReader {
  readonly #kept = new Map<FramePlace, Uint8Array>();

  constructor(
    private readonly file: FileHandle,
    private readonly slide: DicomSlide,
    private readonly decode: FrameDecoder,
  ) {}

  /** @param again true when the next strip needs the frame too */
  async read(place: FramePlace, again: boolean): Promise<Uint8Array> {
    const kept = this.#kept.get(place);
    if (!again) this.#kept.delete(place);
    if (kept !== undefined) return kept;
    const parts: Buffer[] = [];
    for (const { position, length } of place.parts) {
      const bytes = Buffer.alloc(length);
      const { bytesRead } = await this.file.read(bytes, 0, length, position);
      if (bytesRead < length) throw new Error('it is cut off');
      parts.push(bytes);
    }
    const frame = await this.decode(parts.length === 1 ? parts[0]! : Buffer.concat(parts));
    const { frameWidth, frameHeight } = this.slide;
    if (again && (this.#kept.size + 1) * frameWidth * frameHeight * 3 <= KEPT_BYTES) this.#kept.set(place, frame);
    return frame;
  }
}

/** Copies the part of a frame that lies in a strip. */
function put(
  frame: Uint8Array,
  { x, y }: FramePlace,
  { width, frameWidth, frameHeight }: DicomSlide,
  { pixels, top, rows }: { readonly pixels: Buffer; readonly top: number; readonly rows: number },
): void {
  const across = Math.min(frameWidth, width - x);
  if (across <= 0) return;
  for (let row = Math.max(y, top); row < Math.min(y + frameHeight, top + rows); row += 1) {
    const from = (row - y) * frameWidth * 3;
    pixels.set(frame.subarray(from, from + across * 3), ((row - top) * width + x) * 3);
  }
}
