import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** File system in memory that Linux has for shared memory. */
const MEMORY = '/dev/shm';
/** Twice what the temporary files of a run were seen to take, in bytes. */
const NEEDED = 6 * 1024 ** 3;
const RUN = /^loupe-run-(\d+)$/;

/**
 * Lets this process and those it starts keep temporary files in a folder in memory, unless TMPDIR names one: tests make
 * and remove thousands of small files of databases and browsers, and ext4 spent a quarter of the processor time of
 * server tests on finding free inodes. The folder is removed when the process ends, or by the next run if it was
 * killed. Without enough memory the system's folder is used.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.platform !== 'linux' || process.env['TMPDIR'] !== undefined) return;
  try {
    for (const each of readdirSync(MEMORY)) {
      const pid = RUN.exec(each)?.[1];
      if (pid !== undefined && !isRunning(Number(pid))) remove(join(MEMORY, each));
    }
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < NEEDED) return;
    const folder = join(MEMORY, `loupe-run-${process.pid}`);
    mkdirSync(folder);
    // PostgreSQL refuses to run as root and runs as another account.
    chmodSync(folder, 0o1777);
    process.env['TMPDIR'] = folder;
    process.env['LOUPE_TEST_CACHE'] ??= MEMORY;
    process.on('exit', () => remove(folder));
  } catch {
    // There is no such file system: the system's own folder serves as well, more slowly.
  }
}

const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });

/** True while a process with this id runs, also one of another account. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
