import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Fault } from '#core/base/common/index.ts';

/** `pg` finds a unix socket by its folder and this name. */
export const SOCKET_NAME = '.s.PGSQL.5432';
/** Longest path of a unix socket on Linux, in bytes (macOS: 103). */
const LONGEST = 103;

/**
 * A folder of mode 0700 for the database's socket: inside the data folder, or in the system's temp folder when that
 * path would be too long for a socket. What a killed process left there is removed; the caller must hold the data
 * folder's lock.
 * @throws Fault SOCKET_FOLDER_UNSAFE when the folder belongs to somebody else.
 */
export function prepareSocketFolder(dataFolder: string): string {
  const near = join(dataFolder, 'socket');
  const folder = Buffer.byteLength(join(near, SOCKET_NAME)) <= LONGEST ? near : farFolder(dataFolder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (!found.isDirectory() || (process.getuid !== undefined && found.uid !== process.getuid())) {
    throw new Fault(
      'SOCKET_FOLDER_UNSAFE',
      `${folder} is not a folder of this user. Remove it, or choose a data folder with a shorter path.`,
    );
  }
  chmodSync(folder, 0o700);
  rmSync(join(folder, SOCKET_NAME), { force: true });
  return folder;
}

function farFolder(dataFolder: string): string {
  const name = createHash('sha256').update(dataFolder).digest('hex').slice(0, 16);
  return join(tmpdir(), `loupe-${process.getuid?.() ?? 'user'}-${name}`);
}
