import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * When the process began, as a text that differs between two processes that had the same id one after the other.
 * Undefined when no such process lives.
 */
export function processStart(pid: number): string | undefined {
  if (!lives(pid)) return undefined;
  if (process.platform === 'linux') return linuxStart(pid);
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function linuxStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command in brackets and may hold spaces and brackets; what follows it is fields 3
    // onwards.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie holds no file any more.
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}/${fields[19]}`;
  } catch {
    return undefined;
  }
}
