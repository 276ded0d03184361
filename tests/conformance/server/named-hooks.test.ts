import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PluginLedgerToken } from '#core/kernel/server/index.ts';
import { discoverBundled } from '../../../core/shell/server/discovery.ts';
import { hookDocs } from '../../../core/shell/server/hook-docs.ts';
import { anyDatabase } from '../../support/database.ts';
import { openTestApp } from '../../support/test-app.ts';

it('should let a plugin from outside tap every documented hook of the server by its name', async () => {
  const { manifests } = await discoverBundled();
  const names = (await hookDocs()).filter(each => each.half === 'server').map(each => each.name.replace('*', 'any'));
  expect(names.length).toBeGreaterThan(70);
  const folder = await mkdtemp(join(tmpdir(), 'loupe-hooks-'));
  const ids = manifests.map(each => each.id);
  const description = (id: string): object => ({
    sdk: 1,
    version: '1.0.0',
    // A package names at most 50 of each.
    manifest: { id, title: id, requires: ids.slice(0, 40), optional: ids.slice(40) },
    server: 'server.js',
  });
  const source = `export default () => ({ activate({ tap, get, find }) {
    const missing = [];
    for (const name of ${JSON.stringify(names)}) try { tap(name, () => undefined, { stage: 1 }); } catch (error) { missing.push(error.message); }
    if (get !== undefined || find !== undefined) missing.push('The context has services of bundled plugins.');
    if (missing.length > 0) throw new Error(missing.join('; '));
  } });`;
  for (const [id, code] of [
    ['taps-all', source],
    ['taps-none', "export default () => ({ activate({ tap }) { tap('items.savde', () => undefined); } });"],
  ] as const) {
    await mkdir(join(folder, id));
    await writeFile(join(folder, id, 'plugin.json'), JSON.stringify(description(id)));
    await writeFile(join(folder, id, 'server.js'), code);
  }
  const app = await openTestApp(anyDatabase(), { folder, jobs: false });
  try {
    const enablement = await app.app.gate.enablement(undefined);
    expect(['taps-all', 'taps-none'].map(id => enablement.get(id))).toEqual([
      { enabled: true },
      { enabled: false, because: { kind: 'failed' } },
    ]);
    const ledger = app.app.plugins.service('administration', PluginLedgerToken);
    expect(ledger.of('taps-all').faults.map(each => each.message)).toEqual([]);
    expect(ledger.of('taps-none').faults.map(each => each.message)).toEqual([
      expect.stringContaining('There is no hook items.savde'),
    ]);
  } finally {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  }
});
