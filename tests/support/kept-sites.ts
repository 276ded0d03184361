import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { runBuiltCommand } from './built-server.ts';
import { browserProgram } from './headless-shell.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * Data folder that sites begin with: a migrated database with an organization that no test looks at. With none the
     * server makes the demo.
     */
    begunSite: string;
    /** Folder of notes about servers to stop at the end of the run. */
    keptSites: string;
  }
}

const BUILT = fileURLToPath(new URL('../../dist/server/command.js', import.meta.url));

/**
 * Set-up of the browser tests: the browser, the data folder that sites begin with, and the end of the servers of
 * {@link keepUntilEnd}.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'loupe-sites-'));
  const [begun, kept] = [join(folder, 'begun'), join(folder, 'kept')];
  await Promise.all([begun, kept].map(each => mkdir(each)));
  await Promise.all([
    // Unpacked here, not by each worker at once.
    browserProgram(),
    // Without a build the tests themselves say what to do.
    existsSync(BUILT) &&
      runBuiltCommand({ dataDir: begun, port: 0 }, [
        'user',
        'create',
        '--email',
        'first@begun.test',
        '--name',
        'First Begun',
        '--team',
        'Begun',
      ]),
  ]);
  project.provide('begunSite', begun);
  project.provide('keptSites', kept);
  return async () => {
    for (const name of await readdir(kept)) {
      const { pid, dataDir } = JSON.parse(await readFile(join(kept, name), 'utf8')) as { pid: number; dataDir: string };
      await end(pid);
      await rm(dataDir, { recursive: true, force: true });
    }
    await rm(folder, { recursive: true, force: true });
  };
}

/** Has the end of the run stop a server that outlives the files of its worker, and remove its data. */
export async function keepUntilEnd(kept: string, pid: number, dataDir: string): Promise<void> {
  await writeFile(join(kept, `${pid}.json`), JSON.stringify({ pid, dataDir }));
}

/** Stops a process; kills it after ten seconds. */
async function end(pid: number): Promise<void> {
  const send = (signal: NodeJS.Signals | 0): boolean => {
    try {
      return process.kill(pid, signal);
    } catch {
      return false;
    }
  };
  send('SIGTERM');
  for (let tries = 0; tries < 200 && send(0); tries += 1) await pause(50);
  send('SIGKILL');
}
