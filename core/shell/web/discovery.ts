import { isAction } from '#core/permissions/common/index.ts';
import type { Manifest } from '#core/kernel/common/index.ts';
import { ACCESS_WORDS, validateManifests } from '#core/kernel/common/index.ts';
import type { LoadHalf } from '#core/kernel/web/index.ts';
import { loadOutside, outsidePlugins } from './outside/load-outside.ts';

const found = import.meta.glob<{ default: Manifest }>('/plugins/*/*/manifest.ts', { eager: true });
const lazy = import.meta.glob<Awaited<ReturnType<LoadHalf>>>('/plugins/*/*/web/index.{ts,tsx}');

const idOf = (path: string): string => path.split('/')[3]!;

const outside = outsidePlugins();

/**
 * All installed manifests in order of requirement. A bad bundled one stops the page with its name; those from outside
 * were checked by the server.
 */
export const manifests: readonly Manifest[] = [
  ...validateManifests(
    Object.values(found).map(each => each.default),
    name => ACCESS_WORDS.has(name) || isAction(name),
  ),
  ...outside.map(each => each.manifest),
];

/** Versions of the plugins from outside; bundled ones are of the product's. */
export const versions: ReadonlyMap<string, string> = new Map(outside.map(each => [each.manifest.id, each.version]));

/** Web halves, loaded when first needed. */
export const halves: ReadonlyMap<string, LoadHalf> = new Map([
  ...Object.entries(lazy).map(([path, load]) => [idOf(path), load] as const),
  ...outside.flatMap(each => {
    const load = loadOutside(each);
    return load === undefined ? [] : [[each.manifest.id, load] as const];
  }),
]);
