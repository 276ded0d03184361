import { Fault, findHook } from '#core/base/common/index.ts';
import type { PluginHook } from '#sdk/plugin/index.ts';
import type { Manifest } from './manifest.ts';
import { reachOf } from './manifest.ts';

/** The objects whose properties a plugin may tap by name. */
export interface HookOwners {
  /** Those of the core. */
  readonly core: () => Iterable<object>;
  /** Services that a plugin provides; undefined while it is off. */
  readonly providedBy: (plugin: string) => Iterable<object> | undefined;
}

/**
 * Returns a hook of the core or of a plugin that the manifest names. Undefined when there is none while an optional
 * plugin is off.
 * @throws Fault HOOK_MISSING
 */
export function hookByName<F>(manifest: Manifest, name: string, owners: HookOwners): PluginHook<F> | undefined {
  const owner = name.split('.')[0]!;
  const reach = reachOf(manifest).toSorted((a, b) => Number(b === owner) - Number(a === owner));
  const found = findHook(owners.core(), name) ?? firstOf(reach, id => findHook(owners.providedBy(id) ?? [], name));
  if (found !== undefined) return found as unknown as PluginHook<F>;
  // It may be one of a plugin that is off: names of hooks do not always begin with the id of their plugin.
  if (manifest.optional?.some(id => owners.providedBy(id) === undefined) === true) return undefined;
  throw new Fault(
    'HOOK_MISSING',
    `There is no hook ${name} in the core or in a plugin that the manifest of ${manifest.id} requires or names as optional.`,
  );
}

function firstOf<T, R>(values: readonly T[], find: (value: T) => R | undefined): R | undefined {
  for (const each of values) {
    const found = find(each);
    if (found !== undefined) return found;
  }
  return undefined;
}
