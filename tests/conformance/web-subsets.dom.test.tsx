import { expect, test, vi } from 'vitest';
import type { Manifest } from '#core/kernel/common/index.ts';
import { fitManifest } from '#core/kernel/common/index.ts';
import { WebPluginHost } from '#core/kernel/web/index.ts';
import { hookDocs } from '../../core/shell/server/hook-docs.ts';
import { halves, manifests } from '../../core/shell/web/discovery.ts';
import { webHalfOf } from '../../core/shell/web/outside/web-modules.ts';
import { Workbench } from '../../core/shell/web/workbench.ts';
import { slice } from '../support/run-plan.ts';
import { closedSubsets } from './closed-subsets.ts';
import { watchLeftBehind } from './left-behind.ts';

const page = watchLeftBehind();

/** The browser's own composition root, with a server that answers nothing useful. */
function openWorkbench(): Workbench {
  vi.stubGlobal(
    'fetch',
    vi.fn(
      async () =>
        new Response('{"error":"none","code":"NOT_FOUND"}', {
          status: 404,
          headers: { 'content-type': 'application/json' },
        }),
    ),
  );
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  );
  return new Workbench({ path: '/', go: () => undefined, visit: async () => true, back: () => undefined });
}

/** Owners of the taps on every hook the core has in the browser, but its own. */
function tapOwners(bench: Workbench): readonly string[] {
  const places = [
    'main',
    'person',
    'breadcrumb',
    'project.tabs',
    'project.setup',
    'team.setup',
    'items.bulk',
    'explore.bulk',
    'explore.version',
    'item.context',
    'editor.side',
  ];
  const holders = [bench.hooks, bench.transport.hooks, bench.session, bench.commands, bench.shortcuts];
  const hooks = [
    ...holders.flatMap(each => Object.values(each) as unknown[]),
    ...places.map(each => bench.hooks.menu.for(each)),
  ];
  return hooks
    .flatMap(each => (each as { readonly owners?: readonly string[] } | undefined)?.owners ?? [])
    .filter(each => each !== 'core');
}

const withRequirements = (id: string): ReadonlySet<string> => {
  const needed = new Set<string>();
  const add = (each: string): void => {
    for (const required of manifests.find(manifest => manifest.id === each)?.requires ?? []) add(required);
    needed.add(each);
  };
  add(id);
  return needed;
};

/** Loads every page, frame and panel a manifest declares; each must be a component. */
async function loadAll(bench: Workbench, manifest: Manifest): Promise<readonly string[]> {
  const parts = [
    ...Object.keys(manifest.routes ?? {}).map(name => ['page', name] as const),
    ...Object.keys(manifest.frames ?? {}).map(name => ['frame', name] as const),
    ...Object.keys(manifest.panels ?? {}).map(name => ['panel', name] as const),
  ];
  const loaded = await Promise.all(
    parts.map(async ([kind, name]) => [`${kind} ${name}`, typeof (await bench.host[kind](manifest.id, name))] as const),
  );
  return loaded.filter(([, type]) => type !== 'function' && type !== 'object').map(([part]) => part);
}

test.each(slice('plugins that wake alone', manifests, 25).map(each => [each.id, each] as const))(
  'should wake %s with what it requires alone, give what it declares and leave nothing',
  async (id, declared) => {
    const manifest = fitManifest(declared, withRequirements(id));
    const bench = openWorkbench();
    const before = page.count();
    await bench.host.enable(withRequirements(id));
    await bench.host.activate(id);
    expect(bench.host.state.status[id]).toBe('active');
    expect(await loadAll(bench, manifest)).toEqual([]);
    if (halves.has(id))
      for (const name of Object.keys(manifest.commands ?? {}))
        expect(bench.commands.has(`${id}.${name}`), name).toBe(true);
    await bench.host.leave();
    expect(tapOwners(bench)).toEqual([]);
    expect(bench.commands.implemented).toBe(0);
    expect(bench.commands.state.commands.size).toBe(0);
    expect(
      manifests.flatMap(each => Object.values(each.panels ?? {}).flatMap(panel => bench.host.panels(panel.place))),
    ).toEqual([]);
    expect(bench.host.container(id)).toBeUndefined();
    expect(page.count()).toEqual(before);
  },
  60_000,
);

test('should let a plugin from outside tap every documented hook of the page by its name', async () => {
  const bench = openWorkbench();
  const names = (await hookDocs()).filter(each => each.half === 'web').map(each => each.name.replace('*', 'any'));
  expect(names.length).toBeGreaterThan(20);
  const probe: Manifest = {
    id: 'probe',
    title: 'Probe',
    requires: manifests.map(each => each.id),
    activation: 'organization',
  };
  const missing: string[] = [];
  const half = webHalfOf(probe, {
    activate(context) {
      expect(Object.keys(context)).not.toContain('get');
      for (const name of [...names, 'core.misspelt'])
        try {
          context.tap(name, () => undefined);
        } catch {
          missing.push(name);
        }
    },
  });
  const host = new WebPluginHost(
    bench.container,
    bench.hooks,
    bench.commands,
    [...manifests, probe],
    new Map([...halves, ['probe', async () => ({ default: half })]]),
  );
  await host.enable(new Set([...probe.requires!, 'probe']));
  await host.activate('probe');
  expect(missing).toEqual(['core.misspelt']);
  expect(bench.hooks.menu.for('any').owners).toEqual(['probe']);
  await host.leave();
  expect(bench.hooks.menu.for('any').owners).toEqual([]);
}, 60_000);

test('should wake every set of plugins that has what it requires, and none at all', async () => {
  const bench = openWorkbench();
  const failed: string[] = [];
  bench.hooks.failed.tap('test', (plugin, error) => void failed.push(`${plugin}: ${String(error)}`));
  for (const subset of closedSubsets(manifests)) {
    await bench.host.enable(subset);
    for (const id of subset)
      await bench.host
        .activate(id)
        .catch((error: unknown) => failed.push(`${[...subset].join(' + ')}: ${String(error)}`));
    expect(Object.keys(bench.host.state.status).sort()).toEqual([...subset].sort());
  }
  await bench.host.leave();
  expect(failed).toEqual([]);
  expect(tapOwners(bench).filter(each => each !== 'test')).toEqual([]);
  expect(bench.commands.implemented).toBe(0);
}, 120_000);

test('should report when a plugin leaves a timer or a listener behind', () => {
  const before = page.count();
  const timer = setInterval(() => undefined, 1e6);
  const listener = (): void => undefined;
  window.addEventListener('online', listener);
  expect(page.count()).toEqual({ intervals: before.intervals + 1, listeners: before.listeners + 1 });
  clearInterval(timer);
  window.removeEventListener('online', listener);
  expect(page.count()).toEqual(before);
});
