import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { inject } from 'inversify';
import { Fault, isFault } from '#core/base/common/index.ts';
import { limitBytes } from '#core/api/server/index.ts';
import type { BlobDriver, IncomingFile, IncomingFiles } from '#core/data/server/index.ts';
import { fileSource } from '#core/data/server/index.ts';
import { BlobsToken, IncomingToken } from '#core/kernel/server/index.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';
import { contentKindOf, headLength, mediaTypeOfFile } from '../common/file-content.ts';
import { fileKindOf } from '../common/file-kinds.ts';
import { firstBytes, ImageIntake, tooManyBytes, tooManyPixels } from './image-intake.ts';
import type { FileSize } from './items-hooks.ts';
import { ItemsHooks } from './items-hooks.ts';
import type { IntakeRules, TakenFile } from './taken-file.ts';

/** Images of these types are decoded, for their size and small pictures. SVG is none of them: it is a page. */
const decoded: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/tiff',
  'image/webp',
  'image/bmp',
  'image/gif',
  'image/avif',
]);

/** Numbers of the project types whose files are measured by a plugin. */
const EXAMINED = { video: ProjectType.Video, tiled: ProjectType.Tiled, 'point-cloud': ProjectType.PointCloud } as const;

/**
 * Takes any file in, as it is: images with their small pictures, all others byte for byte. What a file is, its bytes
 * say first.
 */
export class FileIntake {
  constructor(
    @inject(BlobsToken) private readonly blobs: BlobDriver,
    @inject(IncomingToken) private readonly incoming: IncomingFiles,
    @inject(ImageIntake) private readonly images: ImageIntake,
    @inject(ItemsHooks) private readonly hooks: ItemsHooks,
  ) {}

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
    if (rules.examinedAs !== undefined) return this.#keepExamined(file, head, mime, rules.examinedAs, rules);
    if (decoded.has(mime)) {
      try {
        return await this.images.keep(file, rules);
      } catch (error) {
        // An image nobody can decode is a file all the same.
        if (!isFault(error) || error.code !== 'ASSET_UNREADABLE') throw error;
      }
    }
    const most = bytesOf?.(contentKindOf(mime, name)) ?? rules.maxBytes;
    if (most === 0)
      throw new Fault('PLAN_LIMIT', `${name}: the plan of this organization does not include such files.`, {
        status: 422,
        details: { limit: 0 },
      });
    if ((await stat(file)).size > most) throw tooManyBytes(name, most);
    return this.#store(file, mime, { width: null, height: null });
  }

  async #keepExamined(
    file: string,
    head: Uint8Array,
    mime: string,
    measure: keyof typeof EXAMINED,
    { name, projectTypeName, maxPixels }: IntakeRules,
  ): Promise<TakenFile> {
    const problem = fileKindOf(EXAMINED[measure])!.problem(name, head, projectTypeName);
    if (problem !== undefined) throw new Fault(problem.code, problem.message, { status: 415 });
    const size = await this.hooks.examining.for(measure).promise({ path: file, name }, { width: null, height: null });
    const { width, height } = size;
    if (measure === 'tiled' && width !== null && height !== null && width * height > maxPixels)
      throw tooManyPixels(name, width, height, maxPixels);
    return this.#store(file, mime, size);
  }

  async #store(file: string, mime: string, { width, height }: FileSize): Promise<TakenFile> {
    const { hash, size } = await this.blobs.put(fileSource(file));
    return {
      blob_hash: hash,
      mime,
      size,
      width,
      height,
      thumbnail_hash: null,
      lores_hash: null,
      display_hash: null,
      content_length: null,
    };
  }
}

async function receive(source: Readable, file: IncomingFile, { name, maxBytes }: IntakeRules): Promise<void> {
  const whole = limitBytes(source, maxBytes, () => tooManyBytes(name, maxBytes));
  await pipeline(whole, chunks => file.receive(chunks));
}
