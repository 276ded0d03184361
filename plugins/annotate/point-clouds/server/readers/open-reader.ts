import { rm } from 'node:fs/promises';
import { openBin } from './bin-reader.ts';
import { openLas } from './las-reader.ts';
import { loadLaz } from './laz-points.ts';
import { openParts } from './parts-file.ts';
import { openPcd } from './pcd-reader.ts';
import { openPly } from './ply-reader.ts';
import type { PartsFile, PointReader } from './point-reader.ts';
import { badCloud } from './point-reader.ts';
import { openText } from './text-reader.ts';

/**
 * Opens a point file by the ending of its name.
 * @param scratch a path for what is unpacked; it is removed with `close`
 * @throws Fault ASSET_UNREADABLE naming what is wrong
 */
export async function openReader(
  path: string,
  name: string,
  scratch: string,
): Promise<Omit<PointReader, 'close'> & { close(): Promise<void> }> {
  await loadLaz();
  const file = openParts(path, name);
  try {
    const reader = readerOf(file, scratch);
    return {
      ...reader,
      async close() {
        reader.close();
        file.close();
        await rm(scratch, { force: true });
      },
    };
  } catch (error) {
    file.close();
    throw error;
  }
}

function readerOf(file: PartsFile, scratch: string): PointReader {
  if (file.size === 0) throw badCloud(file.name, 'It is empty.');
  const ending = /\.([a-z]+)$/i.exec(file.name)?.[1]?.toLowerCase();
  if (ending === 'pcd') return openPcd(file, scratch);
  if (ending === 'ply') return openPly(file);
  if (ending === 'las' || ending === 'laz') return openLas(file);
  if (ending === 'bin') return openBin(file);
  if (ending === 'xyz' || ending === 'txt' || ending === 'pts') return openText(file);
  throw badCloud(file.name, 'It is no point file. Use .pcd, .bin, .ply, .las, .laz, .xyz, .txt or .pts.');
}
