import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of the data folders that browser tests begin with. */
    siteTemplates: string;
  }
}

/** Chunks are named by their contents. */
const BUILD = fileURLToPath(new URL('../../dist/server/chunks', import.meta.url));

/** Set-up of the browser tests: a folder for {@link fromTemplate}, which goes with the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'loupe-templates-'));
  project.provide('siteTemplates', folder);
  return () => rm(folder, { recursive: true, force: true });
}

/**
 * Fills the empty data folder `to` with what `make` puts into a folder: made once for each `key` and build, copied afterwards. A migrated
 * database with its first accounts takes seconds to make and a moment to copy.
 */
export async function fromTemplate(templates: string, key: string, to: string, make: (folder: string) => Promise<void>): Promise<void> {
  const build = existsSync(BUILD) ? readdirSync(BUILD).join() : '';
  const template = join(templates, createHash('sha256').update(`${build}\n${key}`).digest('hex').slice(0, 24));
  if (!existsSync(template)) {
    const begun = await mkdtemp(`${template}-`);
    await make(begun);
    // Another file may have made the same one meanwhile.
    await rename(begun, template).catch(() => rm(begun, { recursive: true, force: true }));
  }
  await cp(template, to, { recursive: true });
}
