import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from '#core/api/common/index.ts';

/** A service that an operator connected, kept in a file of the models folder. */
export class KeptConnection<T> {
  constructor(
    private readonly file: string,
    private readonly schema: z.ZodType<T>,
  ) {}

  /** Undefined when there is none. */
  async of(modelsFolder: string): Promise<T | undefined> {
    if (modelsFolder === '') return undefined;
    try {
      return this.schema.parse(JSON.parse(await readFile(join(modelsFolder, this.file), 'utf8')));
    } catch {
      return undefined;
    }
  }

  /** Keeps a connection, or forgets it. */
  async keep(modelsFolder: string, kept: T | undefined): Promise<void> {
    if (kept === undefined) await rm(join(modelsFolder, this.file), { force: true });
    else await writeFile(join(modelsFolder, this.file), JSON.stringify(kept));
  }
}
