import { isAction } from '#core/permissions/common/index.ts';
import type { Manifest } from '#core/kernel/common/index.ts';
import { ACCESS_WORDS, admitManifests, takeHalf, validateManifests } from '#core/kernel/common/index.ts';
import type { AnyServerHalf, Refusal } from '#core/kernel/server/index.ts';
import type { OutsidePlugin } from './outside/read-plugins.ts';
import { beginLoading, readPlugins } from './outside/read-plugins.ts';
import { serverHalfOf, serverModules } from './outside/server-modules.ts';

const found = import.meta.glob<{ default: Manifest }>('/plugins/*/*/manifest.ts', { eager: true });
const lazy = import.meta.glob<{ default: AnyServerHalf }>('/plugins/*/*/server/index.ts');
/** Server halves by plugin: the folder of `/plugins/GROUP/ID/server/index.ts`. */
const lazyOf = new Map(Object.entries(lazy).map(([path, load]) => [path.split('/')[3]!, load]));

/** Plugins from outside, of PLUGINS_DIR. */
export interface OutsideInstallation {
  readonly plugins: ReadonlyMap<string, OutsidePlugin>;
  /** Those that were not taken. */
  readonly refused: readonly Refusal[];
  /** Loads their server halves: their code runs from here on. */
  loadHalves(): Promise<LoadedHalves>;
}

/** Server halves of plugins from outside, by id. */
export interface LoadedHalves {
  readonly halves: ReadonlyMap<string, AnyServerHalf>;
  /** Id → why it could not be loaded. */
  readonly unloaded: ReadonlyMap<string, unknown>;
}

/** The installed plugins: manifests in order of requirement, and the server halves of the bundled plugins. */
export interface Installation {
  readonly manifests: readonly Manifest[];
  readonly halves: ReadonlyMap<string, AnyServerHalf>;
  /** Absent where no folder was looked at. */
  readonly outside?: OutsideInstallation;
}

/** The installed plugins without a folder of plugins from outside. */
export type Bundled = Pick<Installation, 'manifests' | 'halves'>;

const isAccess = (name: string): boolean => ACCESS_WORDS.has(name) || isAction(name);

/** Returns these plugins and those they require. @throws TypeError naming one that is not there. */
function withRequired(all: readonly Manifest[], ids: ReadonlySet<string>): readonly Manifest[] {
  const byId = new Map(all.map(each => [each.id, each]));
  const kept = new Set<string>();
  const keep = (id: string): void => {
    if (kept.has(id)) return;
    const manifest = byId.get(id);
    if (manifest === undefined) throw new TypeError(`There is no plugin "${id}".`);
    kept.add(id);
    manifest.requires?.forEach(keep);
  };
  ids.forEach(keep);
  return all.filter(each => kept.has(each.id));
}

/**
 * Finds the bundled plugins; `only` keeps some of them with those they require, for tests. Throws MANIFEST_INVALID
 * naming a bad one.
 */
export async function discoverBundled(only?: ReadonlySet<string>): Promise<Bundled> {
  const all = Object.values(found).map(each => each.default);
  const manifests = validateManifests(only === undefined ? all : withRequired(all, only), isAccess);
  const halves = new Map<string, AnyServerHalf>();
  await Promise.all(
    manifests.map(async ({ id }) => {
      const half = await lazyOf.get(id)?.();
      if (half !== undefined) halves.set(id, half.default);
    }),
  );
  return { manifests, halves };
}

/** Finds the plugins of a folder beside the bundled ones. A bad one is refused, and the others stay. */
export async function addOutside({ manifests: bundled, halves }: Bundled, folder: string): Promise<Installation> {
  const { plugins, refused: unread } = await readPlugins(folder);
  const { manifests, refused } = admitManifests(
    bundled,
    plugins.map(each => each.manifest),
    isAccess,
  );
  const taken = new Map(plugins.filter(each => !refused.has(each.manifest.id)).map(each => [each.manifest.id, each]));
  const refusals = [...refused].map(([id, reason]) => ({
    id,
    reason,
    folder: plugins.find(each => each.manifest.id === id)!.folder,
  }));
  return {
    manifests,
    halves,
    outside: { plugins: taken, refused: [...unread, ...refusals], loadHalves: () => loadHalves(manifests, taken) },
  };
}

/** All that is installed: the bundled plugins (`only` keeps some of them, for tests) and those of a folder. */
export async function discover(only?: ReadonlySet<string>, folder?: string): Promise<Installation> {
  const bundled = await discoverBundled(only);
  return folder === undefined ? bundled : addOutside(bundled, folder);
}

async function loadHalves(
  manifests: readonly Manifest[],
  plugins: ReadonlyMap<string, OutsidePlugin>,
): Promise<LoadedHalves> {
  const halves = new Map<string, AnyServerHalf>();
  const unloaded = new Map<string, unknown>();
  // All begin at once, as most of it is waiting for files; each is waited for in its turn: what one does for seconds is
  // not taken from the time of the next.
  const loading = manifests.flatMap(manifest => {
    const { serverFile, version } = plugins.get(manifest.id) ?? {};
    return serverFile === undefined || version === undefined
      ? []
      : [{ manifest, loaded: beginLoading(serverFile, version) }];
  });
  for (const { manifest, loaded } of loading) {
    try {
      halves.set(manifest.id, serverHalfOf(manifest, takeHalf('The server half', await loaded(), serverModules)));
    } catch (error) {
      unloaded.set(manifest.id, error);
    }
  }
  return { halves, unloaded };
}
