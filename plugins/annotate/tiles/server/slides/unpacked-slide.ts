import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { IncomingFiles } from '#core/data/server/index.ts';
import { isLitter } from '#plugins/workspace/items/common/index.ts';
import type { ArchiveFile, ReceivedFile } from '#plugins/workspace/items/server/kit/index.ts';
import { FileReader, openZip } from '#plugins/workspace/items/server/kit/index.ts';
import type { SlideArchive } from '../../common/slide-archive.ts';
import { slideArchive } from '../../common/slide-archive.ts';
import { badSlide, dicomSlide } from '../dicom/dicom-slide.ts';

/** The file of an unpacked slide that a reader opens. */
export interface UnpackedSlide {
  readonly kind: SlideArchive['kind'];
  readonly main: string;
}

/**
 * Unpacks the slide of a zip archive into a folder, calls `work` and removes it; undefined of an archive without one.
 * @throws Fault ARCHIVE_REFUSED, ASSET_UNREADABLE, STORAGE_FULL; the reason of the signal
 */
export async function withSlideArchive<T>(
  { path, name }: ReceivedFile,
  incoming: IncomingFiles,
  signal: AbortSignal,
  work: (slide: UnpackedSlide) => Promise<T>,
): Promise<{ readonly result: T } | undefined> {
  const { files, close } = await openZip(new FileReader(path), (await stat(path)).size);
  // Under the name of the file, so that what a crash leaves is removed with it.
  const folder = `${path}-slide`;
  try {
    const own = files.filter(each => !isLitter(each.path));
    const slide = slideArchive(own.map(each => each.path));
    if (slide === undefined) return undefined;
    const unpack = async (file: ArchiveFile): Promise<string> => {
      await incoming.assertSpace(file.size);
      const target = join(folder, file.path);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await pipeline(await file.open(), createWriteStream(target, { mode: 0o600 }), { signal });
      return target;
    };
    if (slide.kind === 'files') {
      for (const file of own) await unpack(file);
      return { result: await work({ kind: 'files', main: join(folder, slide.main) }) };
    }
    const levels = own.filter(each => slide.paths.includes(each.path));
    return { result: await work({ kind: 'dicom', main: await largestLevel(levels, unpack, name) }) };
  } finally {
    close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Unpacks the largest level of a slide in DICOM; of the others nothing stays. */
async function largestLevel(
  files: readonly ArchiveFile[],
  unpack: (file: ArchiveFile) => Promise<string>,
  name: string,
): Promise<string> {
  let largest: { readonly path: string; readonly width: number } | undefined;
  for (const file of files) {
    const path = await unpack(file);
    const level = await dicomSlide(path, file.path);
    if (level === undefined || level.width <= (largest?.width ?? 0)) await rm(path);
    else {
      if (largest !== undefined) await rm(largest.path);
      largest = { path, width: level.width };
    }
  }
  if (largest === undefined) throw badSlide(name, 'has no level of a whole-slide image');
  return largest.path;
}
