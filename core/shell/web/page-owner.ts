import type { Manifest } from '#core/kernel/common/index.ts';

const partsOf = (path: string): readonly string[] => path.split('/').filter(each => each !== '');

/**
 * Returns the plugin whose page is at a path such as `/t/1/projects`; of several that fit, that with the most words of
 * the path in its own. Undefined when it is nobody's.
 */
export function pageOwner(manifests: readonly Manifest[], path: string): string | undefined {
  const asked = partsOf(path);
  let owner: string | undefined;
  let most = -1;
  for (const { id, routes } of manifests) {
    for (const each of Object.values(routes ?? {})) {
      const parts = partsOf(each.path);
      if (parts.length !== asked.length || !parts.every((part, at) => part.startsWith(':') || part === asked[at]))
        continue;
      const words = parts.filter(part => !part.startsWith(':')).length;
      if (words > most) [owner, most] = [id, words];
    }
  }
  return owner;
}
