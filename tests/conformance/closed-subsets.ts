import type { Manifest } from '#core/kernel/common/index.ts';

/**
 * Sets of plugin ids that hold with each plugin all it requires: none at all, the locked ones one after another, and the
 * locked ones with every choice of the others. `manifests` is in order of requirement.
 */
export function closedSubsets(manifests: readonly Manifest[]): readonly ReadonlySet<string>[] {
  const locked = manifests.filter(each => each.locked === true).map(each => each.id);
  const rising = locked.map((_, index) => new Set(locked.slice(0, index)));
  let choices: readonly ReadonlySet<string>[] = [new Set(locked)];
  for (const { id, requires = [] } of manifests.filter(each => each.locked !== true)) {
    choices = choices.flatMap(each => (requires.every(required => each.has(required)) ? [each, new Set([...each, id])] : [each]));
  }
  return [...(locked.length === 0 ? [] : rising), ...choices];
}
