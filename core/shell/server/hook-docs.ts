import type { HookDoc } from '#core/kernel/common/index.ts';
import { readHookDocs } from '#core/kernel/common/index.ts';

/** Sources that declare hooks: every `…-hooks.ts`, and the classes of the core that own a few of their own. */
const sources = import.meta.glob<string>(
  [
    '/core/**/*-hooks.ts',
    '/plugins/**/*-hooks.ts',
    '/core/{commands,shortcuts,auth,api}/web/{command-registry,shortcut-dispatcher,session-store,transport}.ts',
    '/core/tenancy/server/members.ts',
  ],
  { query: '?raw', import: 'default' },
);

/** All hooks with the comments above them, by name. */
export async function hookDocs(): Promise<readonly HookDoc[]> {
  const read = await Promise.all(Object.entries(sources).map(async ([path, load]) => readHookDocs(path, await load())));
  return read.flat().toSorted((a, b) => a.name.localeCompare(b.name) || a.half.localeCompare(b.half));
}
