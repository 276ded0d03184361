import { isAction } from '#core/permissions/common/index.ts';
import type { Manifest } from '#core/kernel/common/index.ts';
import { ACCESS_WORDS, validateManifests } from '#core/kernel/common/index.ts';
import type { AnyServerHalf } from '#core/kernel/server/index.ts';

const found = import.meta.glob<{ default: Manifest }>('/plugins/*/manifest.ts', { eager: true });
const lazy = import.meta.glob<{ default: AnyServerHalf }>('/plugins/*/server/index.ts');

/** What is installed: manifests in order of requirement, and a server half where there is one. */
export interface Installation {
  readonly manifests: readonly Manifest[];
  readonly halves: ReadonlyMap<string, AnyServerHalf>;
}

const isAccess = (name: string): boolean => ACCESS_WORDS.has(name) || isAction(name);

/** Finds the bundled plugins; `only` keeps some of them, for tests. Throws MANIFEST_INVALID naming a bad one. */
export async function discover(only?: ReadonlySet<string>): Promise<Installation> {
  const chosen = Object.values(found).map(each => each.default).filter(each => only === undefined || only.has(each.id));
  const manifests = validateManifests(chosen, isAccess);
  const halves = new Map<string, AnyServerHalf>();
  for (const { id } of manifests) {
    const half = await lazy[`/plugins/${id}/server/index.ts`]?.();
    if (half !== undefined) halves.set(id, half.default);
  }
  return { manifests, halves };
}
