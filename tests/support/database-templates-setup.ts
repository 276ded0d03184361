import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of the databases that server tests begin with. */
    databaseTemplates: string;
  }
}

const NAME = /^loupe-templates-(\d+)-/;

/**
 * Set-up of the server tests: a folder for templates of databases, which goes with the run. What a killed run left goes
 * too.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  for (const each of readdirSync(tmpdir())) {
    const pid = NAME.exec(each)?.[1];
    if (pid !== undefined && !lives(Number(pid))) rmSync(join(tmpdir(), each), { recursive: true, force: true });
  }
  const folder = await mkdtemp(join(tmpdir(), `loupe-templates-${process.pid}-`));
  project.provide('databaseTemplates', folder);
  // Migrations may have changed before tests run again in watch mode.
  project.onTestsRerun(() => empty(folder));
  return async () => {
    await empty(folder);
    await rm(folder, { recursive: true, force: true });
  };
}

async function empty(folder: string): Promise<void> {
  const reports = readdirSync(folder).filter(each => each.startsWith('postgres-') && each.endsWith('.json'));
  const names = reports.flatMap(
    each => (JSON.parse(readFileSync(join(folder, each), 'utf8')) as { readonly made?: string }).made ?? [],
  );
  // A cluster of the run's own goes as it is; a server that others use too is left as it was found.
  const server = process.env['LOUPE_TEST_POSTGRES'];
  if (server !== undefined && names.length > 0) {
    const client = new Client({ connectionString: server });
    await client.connect();
    for (const name of names) await client.query(`drop database if exists ${name}`);
    await client.end();
  }
  for (const each of readdirSync(folder)) rmSync(join(folder, each), { recursive: true, force: true });
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
