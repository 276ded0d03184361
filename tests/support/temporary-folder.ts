import { statfsSync } from 'node:fs';

/** File system in memory that Linux has for shared memory. */
const MEMORY = '/dev/shm';
/** Twice what the temporary files of a run were seen to take, in bytes. */
const NEEDED = 6 * 1024 ** 3;

/**
 * Lets this process and those it starts keep temporary files in memory, unless TMPDIR names a folder: tests make and remove thousands of
 * small files of databases and browsers, and ext4 spent a quarter of the processor time of server tests on finding free inodes.
 * Stays with the system's folder where there is no memory for it.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.platform !== 'linux' || process.env['TMPDIR'] !== undefined) return;
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize >= NEEDED) process.env['TMPDIR'] = MEMORY;
  } catch {
    // There is no such file system: the system's own folder serves as well, more slowly.
  }
}
