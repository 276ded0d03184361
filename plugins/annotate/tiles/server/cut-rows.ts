import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PyramidShape } from '../common/pyramid.ts';
import { levelTiles } from '../common/pyramid.ts';

/** A row of tiles of a level whose files are complete. */
export interface CutRow {
  readonly level: number;
  readonly row: number;
  /** Paths of the tiles' files from the left. */
  readonly files: readonly string[];
}

/**
 * The rows in the folder of a cutter. Tiles are written row by row: while it runs, the last row of a level is not
 * complete.
 * @param done the cutter has ended
 */
export async function finishedRows(folder: string, shape: PyramidShape, done: boolean): Promise<readonly CutRow[]> {
  const rows: CutRow[] = [];
  for (let level = 0; level < shape.levels; level += 1) {
    const place = join(folder, String(level));
    const names = await readdir(place).catch(() => []);
    const found = new Set(names.map(name => Number(/^\d+_(\d+)\.jpeg$/.exec(name)?.[1] ?? -1)));
    found.delete(-1);
    const last = Math.max(...found);
    const { columns } = levelTiles(shape, level);
    for (const row of [...found].sort((one, other) => one - other)) {
      if (!done && row === last) continue;
      rows.push({ level, row, files: Array.from({ length: columns }, (_, at) => join(place, `${at}_${row}.jpeg`)) });
    }
  }
  return rows;
}

/** Bytes of the files of a row. */
export const rowSizes = ({ files }: CutRow): Promise<number[]> =>
  Promise.all(files.map(async file => (await stat(file)).size));

/** The files of a row one after another. */
export async function* rowBytes({ files }: CutRow): AsyncGenerator<Uint8Array> {
  for (const file of files) yield* createReadStream(file);
}

/** Removes the files of a row. */
export async function removeRow({ files }: CutRow): Promise<void> {
  for (const file of files) await rm(file, { force: true });
}
