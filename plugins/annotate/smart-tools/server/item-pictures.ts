import { inject } from 'inversify';
import type { Sharp } from 'sharp';
import sharp from 'sharp';
import { Fault } from '#core/base/common/index.ts';
import type { BlobDriver } from '#core/data/server/index.ts';
import { BlobsToken } from '#core/kernel/server/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import type { RgbPixels } from './inference/inference-calls.ts';
import { ENCODED_SIDE } from './inference/inference-calls.ts';

/** Most pixels of a picture that is opened here. */
const MOST_PIXELS = 200_000_000;
/** Most bytes of a file that is opened here. */
const MOST_BYTES = 512 * 1024 * 1024;
/** Longer side of a picture that is read for text. */
export const READ_SIDE = 2048;

/** An upright part of a picture, and how its pixels lie in the item: item = origin + pixel × scale. */
export interface CutPicture {
  readonly pixels: RgbPixels;
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** A picture as a JPEG file, and how many item pixels one of its pixels is wide. */
export interface ItemJpeg {
  readonly bytes: Uint8Array;
  readonly scale: number;
}

/** Pixels of items, upright as the browser shows them. Decoding happens in the threads of libvips, not in ours. */
export class ItemPictures {
  constructor(@inject(BlobsToken) private readonly blobs: BlobDriver) {}

  /**
   * Name of the file an embedding is made from.
   * @throws Fault PICTURE_NOT_HELD (422) for pictures that lie outside of this server.
   */
  fileOf(row: ItemRow): string {
    const hash = small(row) ?? row.display_hash ?? row.blob_hash;
    if (hash === null)
      throw new Fault(
        'PICTURE_NOT_HELD',
        'This picture lies outside of this server. Intelligent help works on uploaded pictures.',
        { status: 422 },
      );
    if (row.width === null || row.height === null)
      throw new Fault('PICTURE_NOT_MEASURED', 'This picture was not read yet. Try again in a moment.', { status: 409 });
    return hash;
  }

  /** Stretched to the square that the encoder sees. */
  async square(row: ItemRow): Promise<Uint8Array> {
    const picture = await this.#open(this.fileOf(row));
    return decoded(() =>
      picture.resize(ENCODED_SIDE, ENCODED_SIDE, { fit: 'fill', kernel: 'linear' }).raw().toBuffer(),
    );
  }

  /** The part of the full picture inside a rectangle (item pixels), its longer side at most `READ_SIDE` pixels. */
  async cut(
    row: ItemRow,
    rectangle: { readonly minX: number; readonly minY: number; readonly maxX: number; readonly maxY: number },
  ): Promise<CutPicture> {
    const [itemWidth, itemHeight] = [row.width ?? 0, row.height ?? 0];
    this.fileOf(row);
    const x = Math.min(Math.max(Math.floor(rectangle.minX), 0), itemWidth - 1);
    const y = Math.min(Math.max(Math.floor(rectangle.minY), 0), itemHeight - 1);
    const width = Math.max(1, Math.min(Math.ceil(rectangle.maxX), itemWidth) - x);
    const height = Math.max(1, Math.min(Math.ceil(rectangle.maxY), itemHeight) - y);
    const picture = await this.#open(row.display_hash ?? row.blob_hash!);
    const scale = Math.max(1, Math.max(width, height) / READ_SIDE);
    const size = { width: Math.max(1, Math.round(width / scale)), height: Math.max(1, Math.round(height / scale)) };
    // Shown pictures of very large files are smaller than the item.
    const shown = await decoded(() => picture.clone().metadata());
    const turned = (shown.orientation ?? 1) >= 5;
    const share = (turned ? shown.height : shown.width) / itemWidth;
    const part = {
      left: Math.floor(x * share),
      top: Math.floor(y * share),
      width: Math.max(1, Math.floor(width * share)),
      height: Math.max(1, Math.floor(height * share)),
    };
    const data = await decoded(() =>
      picture.extract(part).resize(size.width, size.height, { fit: 'fill' }).raw().toBuffer(),
    );
    return { pixels: { ...size, data }, x, y, scale: width / size.width };
  }

  /** The full picture, its longer side at most `side` pixels. */
  async jpeg(row: ItemRow, side: number): Promise<ItemJpeg> {
    this.fileOf(row);
    const picture = await this.#open(row.display_hash ?? row.blob_hash!);
    const { data, info } = await decoded(() =>
      picture
        .resize(side, side, { fit: 'inside', withoutEnlargement: true })
        .jpeg({ quality: 90 })
        .toBuffer({ resolveWithObject: true }),
    );
    return { bytes: data, scale: (row.width ?? info.width) / info.width };
  }

  async #open(hash: string): Promise<Sharp> {
    const stream = await this.blobs.get(hash);
    if (stream === undefined) throw new Fault('NOT_FOUND', 'The file was not found in the storage.', { status: 404 });
    const parts: Buffer[] = [];
    let size = 0;
    for await (const part of stream as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > MOST_BYTES) {
        stream.destroy();
        throw new Fault('TOO_LARGE', 'This picture is too large for intelligent help.', {
          status: 422,
          details: { maxBytes: MOST_BYTES },
        });
      }
      parts.push(part);
    }
    return sharp(Buffer.concat(parts), { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .rotate()
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb');
  }
}

/** The 1600 pixel picture, when we made it ourselves. */
const small = (row: ItemRow): string | null => (row.lores_mime === null ? row.lores_hash : null);

async function decoded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new Fault('ASSET_UNREADABLE', 'This picture cannot be read.', { status: 422, cause: error });
  }
}
