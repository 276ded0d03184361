import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Model, ModelFile } from './model-catalogue.ts';

/** Folder of models. `folder` may be missing or empty: then none is installed. */
export class ModelFolder {
  constructor(readonly folder: string) {}

  pathOf(model: Model, file: ModelFile): string {
    return join(this.folder, model.id, file.to);
  }

  /**
   * All files are there with their sizes. Cheap enough to be asked at each call, so that an installation is noticed
   * without a restart.
   */
  async has(model: Model): Promise<boolean> {
    if (this.folder === '') return false;
    const sizes = await Promise.all(
      model.files.map(file =>
        stat(this.pathOf(model, file)).then(
          found => found.size,
          () => -1,
        ),
      ),
    );
    return sizes.every((size, at) => size === model.files[at]!.bytes);
  }

  /** Names of the files that are missing or not what they should be; reads them whole. */
  async damaged(model: Model): Promise<readonly string[]> {
    const checked = await Promise.all(
      model.files.map(async file => (await sha512Of(this.pathOf(model, file)).catch(() => undefined)) === file.sha512),
    );
    return model.files.filter((_, at) => !checked[at]).map(file => file.to);
  }

  async remove(model: Model): Promise<void> {
    await rm(join(this.folder, model.id), { recursive: true, force: true });
  }
}

/** SHA-512 of a file, hexadecimal. */
export async function sha512Of(path: string): Promise<string> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}
