import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Unpack } from 'tar';
import { isFault } from '#core/base/common/index.ts';
import { refusedPackage } from './package-spec.ts';

/** Files that code can import, and those that describe it. */
export const CODE = /\.(?:c|m)?js$|\.json$/;
export const TYPES = /\.d\.[cm]?ts$|^[^/]+\/package\.json$/;

/** Bytes and files that may still be unpacked; counts down. */
export interface UnpackAllowance {
  bytes: number;
  files: number;
}

/**
 * Writes the files of a packed package whose paths fit a pattern into a folder. Links and other files are left out;
 * nothing of it is run.
 * @throws Fault PACKAGE_REFUSED (422)
 */
export async function unpack(packed: Buffer, folder: string, allowance: UnpackAllowance, kept: RegExp): Promise<void> {
  const target = new Unpack({
    cwd: folder,
    // All lies in one folder, whose name is of no use.
    strip: 1,
    strict: true,
    noMtime: true,
    preserveOwner: false,
    filter: (path, entry) => {
      if (!('type' in entry) || entry.type !== 'File' || !kept.test(path)) return false;
      allowance.files -= 1;
      return allowance.files >= 0;
    },
  });
  try {
    await pipeline(
      Readable.from([packed]),
      createGunzip(),
      (source: AsyncIterable<Buffer>) => bounded(source, allowance),
      target as unknown as NodeJS.WritableStream,
    );
  } catch (error) {
    if (isFault(error)) throw error;
    throw refusedPackage(`A package cannot be unpacked: ${(error as Error).message}.`);
  }
  if (allowance.files < 0) throw refusedPackage('The packages have too many files. Use fewer packages.');
}

/** Fails when more is unpacked than allowed: a small file may hold gigabytes. */
async function* bounded(source: AsyncIterable<Buffer>, allowance: UnpackAllowance): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    allowance.bytes -= chunk.length;
    if (allowance.bytes < 0)
      throw refusedPackage('The packages are too large when they are unpacked. Use fewer packages.');
    yield chunk;
  }
}
