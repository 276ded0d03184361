import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Disposable } from '#core/base/common/index.ts';
import { Fault, toDisposable } from '#core/base/common/index.ts';
import { processStart } from './process-start.ts';

const FILE = 'server.lock';
const BEAT_MS = 5_000;
/** A lock of another machine (a shared volume) counts as held while it was touched this recently. */
const FOREIGN_LIFE_MS = 20_000;

interface Holder {
  readonly pid: number;
  readonly start: string;
  readonly host: string;
  readonly token: string;
}

/**
 * Takes the data folder for this process: the embedded database would be destroyed by a second one.
 * The lock of a dead process (kill -9) is taken over.
 * @throws Fault DATA_FOLDER_IN_USE naming the process id and the folder.
 */
export function lockDataFolder(folder: string): Disposable {
  const file = join(folder, FILE);
  const mine: Holder = {
    pid: process.pid,
    start: processStart(process.pid) ?? '',
    host: hostname(),
    token: randomUUID(),
  };
  for (let attempt = 0; attempt < 20; attempt++) {
    if (claim(file, mine)) return hold(file, mine);
    const text = read(file);
    if (text === undefined) continue;
    const holder = parse(text);
    if (holder !== undefined && held(file, holder)) throw inUse(holder, folder);
    clear(file, text);
  }
  throw new Fault(
    'DATA_FOLDER_IN_USE',
    `The data folder ${folder} could not be locked: other processes keep taking ${FILE}.`,
  );
}

/** Makes the lock file appear with its content in one step; false when there is one. */
function claim(file: string, mine: Holder): boolean {
  const draft = `${file}.${mine.token}`;
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    unlinkSync(draft);
  }
}

function hold(file: string, mine: Holder): Disposable {
  const beat = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date());
    } catch {
      // The folder may be gone in tests; the database reports real trouble itself.
    }
  }, BEAT_MS);
  beat.unref();
  return toDisposable(() => {
    clearInterval(beat);
    if (parse(read(file) ?? '')?.token === mine.token) unlinkSync(file);
  });
}

function held(file: string, holder: Holder): boolean {
  if (holder.host === hostname()) return processStart(holder.pid) === holder.start;
  const touched = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return Date.now() - touched < FOREIGN_LIFE_MS;
}

/** Removes a stale lock, unless a quicker process has replaced it meanwhile: then its lock is put back. */
function clear(file: string, stale: string): void {
  const aside = `${file}.stale.${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  try {
    if (read(aside) !== stale) linkSync(aside, file);
  } catch {
    // A third process was quicker still: the next round meets its lock.
  } finally {
    unlinkSync(aside);
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function parse(text: string): Holder | undefined {
  try {
    const value = JSON.parse(text) as Partial<Holder> | null;
    return typeof value?.pid === 'number' && typeof value.start === 'string' && typeof value.host === 'string'
      ? (value as Holder)
      : undefined;
  } catch {
    return undefined;
  }
}

function inUse(holder: Holder, folder: string): Fault {
  const place = holder.host === hostname() ? '' : ` on ${holder.host}`;
  return new Fault(
    'DATA_FOLDER_IN_USE',
    `The data folder ${folder} is in use by process ${holder.pid}${place}. Stop that process, or start with another DATA_DIR.`,
    { details: { pid: holder.pid, folder } },
  );
}
