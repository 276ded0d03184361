import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inject } from 'vitest';

const run = promisify(execFile);
const MAKE_MS = 500_000;
const made = new Map<string, Promise<string>>();

/** Returns the folder of this run's templates, which goes with the run. */
export function templatesFolder(): string {
  return inject('databaseTemplates');
}

/** Returns the name of a template database of this run on a PostgreSQL server. */
export function templateDatabase(name: string): string {
  return `loupe_${basename(templatesFolder()).replaceAll('-', '_').toLowerCase()}_${name}`;
}

/**
 * Returns what `make` returned, which runs once in a run of all workers: the first to come makes, others wait.
 * @throws the error of `make`, in every worker.
 */
export function onceInRun(name: string, make: () => Promise<string>): Promise<string> {
  const known = made.get(name) ?? firstOf(name, make);
  made.set(name, known);
  return known;
}

async function firstOf(name: string, make: () => Promise<string>): Promise<string> {
  const report = join(templatesFolder(), `${name}.json`);
  if (!claimed(join(templatesFolder(), `${name}.claim`))) return reported(report, name);
  const say = (result: { readonly made?: string; readonly failed?: string }): void => {
    writeFileSync(`${report}.part`, JSON.stringify(result));
    renameSync(`${report}.part`, report);
  };
  try {
    const result = await make();
    say({ made: result });
    return result;
  } catch (error) {
    say({ failed: error instanceof Error ? error.message : String(error) });
    throw error;
  }
}

function claimed(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function reported(report: string, name: string): Promise<string> {
  for (let waited = 0; !existsSync(report); waited += 20) {
    if (waited > MAKE_MS) throw new Error(`Another worker did not finish the database template "${name}".`);
    await pause(20);
  }
  const { made: result, failed } = JSON.parse(readFileSync(report, 'utf8')) as {
    readonly made?: string;
    readonly failed?: string;
  };
  if (result === undefined) throw new Error(`The database template "${name}" could not be made: ${failed}`);
  return result;
}

/** Copies a folder of thousands of small files; the system's program needs a quarter of the time that Node.js does. */
export async function copyFolder(from: string, to: string): Promise<void> {
  if (process.platform === 'win32') return cp(from, to, { recursive: true });
  await run('cp', ['-R', from, to]);
}
