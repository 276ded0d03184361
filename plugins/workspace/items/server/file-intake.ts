import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { inject } from 'inversify';
import { Fault, isFault } from '#core/base/common/index.ts';
import { limitBytes } from '#core/api/server/index.ts';
import type { BlobDriver, IncomingFile, IncomingFiles } from '#core/data/server/index.ts';
import { fileSource } from '#core/data/server/index.ts';
import { BlobsToken, IncomingToken } from '#core/kernel/server/index.ts';
import { contentKindOf, headLength, mediaTypeOfFile } from '../common/file-content.ts';
import { firstBytes, ImageIntake, tooManyBytes } from './image-intake.ts';
import type { IntakeRules, TakenFile } from './taken-file.ts';

/** Images of these types are decoded, for their size and small pictures. SVG is none of them: it is a page. */
const decoded: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/tiff', 'image/webp', 'image/bmp', 'image/gif', 'image/avif']);

/** Takes any file in, as it is: images with their small pictures, all others byte for byte. What a file is, its bytes say first. */
export class FileIntake {
  constructor(@inject(BlobsToken) private readonly blobs: BlobDriver, @inject(IncomingToken) private readonly incoming: IncomingFiles, @inject(ImageIntake) private readonly images: ImageIntake) {}

  /** @throws Fault TOO_LARGE, PLAN_LIMIT, ASSET_UNREADABLE for an empty file, each naming the file; STORAGE_FULL. */
  async take(source: Readable, rules: IntakeRules): Promise<TakenFile> {
    const file = await this.incoming.file();
    try {
      await receive(source, file, rules);
      return await this.#keep(file.path, rules);
    } finally {
      await file.drop();
    }
  }

  async #keep(file: string, rules: IntakeRules): Promise<TakenFile> {
    const { name, bytesOf } = rules;
    const head = await firstBytes(file, headLength);
    if (head.length === 0) throw new Fault('ASSET_UNREADABLE', `${name} is empty.`, { status: 422 });
    const mime = mediaTypeOfFile(name, head);
    if (decoded.has(mime)) {
      try {
        return await this.images.keep(file, rules);
      } catch (error) {
        // An image nobody can decode is a file all the same.
        if (!isFault(error) || error.code !== 'ASSET_UNREADABLE') throw error;
      }
    }
    const most = bytesOf?.(contentKindOf(mime, name)) ?? rules.maxBytes;
    if (most === 0) throw new Fault('PLAN_LIMIT', `${name}: the plan of this organization does not include such files.`, { status: 422, details: { limit: 0 } });
    if ((await stat(file)).size > most) throw tooManyBytes(name, most);
    const { hash, size } = await this.blobs.put(fileSource(file));
    return { blob_hash: hash, mime, size, width: null, height: null, thumbnail_hash: null, lores_hash: null, display_hash: null, content_length: null };
  }
}

async function receive(source: Readable, file: IncomingFile, { name, maxBytes }: IntakeRules): Promise<void> {
  try {
    await pipeline(limitBytes(source, maxBytes), chunks => file.receive(chunks));
  } catch (error) {
    if (isFault(error) && error.code === 'TOO_LARGE') throw tooManyBytes(name, maxBytes);
    throw error;
  }
}
