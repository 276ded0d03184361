import type { Manifest } from '#core/kernel/common/index.ts';

/** Up to so many free plugins every choice of them is a set; beyond, the choices double with each plugin. */
const EVERY_CHOICE = 5;

/**
 * Sets of plugin ids that hold with each plugin all it requires: none at all, the locked ones one after another, and
 * the locked ones with choices of the others: every choice when they are few; else each one alone with what it
 * requires, all but each one (and what requires it), and all. `manifests` is in order of requirement.
 */
export function closedSubsets(manifests: readonly Manifest[]): readonly ReadonlySet<string>[] {
  const locked = manifests.filter(each => each.locked === true).map(each => each.id);
  const free = manifests.filter(each => each.locked !== true);
  const rising = locked.map((_, index) => new Set(locked.slice(0, index)));
  return unique([
    ...(locked.length === 0 ? [] : rising),
    ...(free.length <= EVERY_CHOICE ? everyChoice(locked, free) : oneByOne(locked, free)),
  ]);
}

function everyChoice(locked: readonly string[], free: readonly Manifest[]): readonly ReadonlySet<string>[] {
  let choices: readonly ReadonlySet<string>[] = [new Set(locked)];
  for (const { id, requires = [] } of free) {
    choices = choices.flatMap(each =>
      requires.every(required => each.has(required)) ? [each, new Set([...each, id])] : [each],
    );
  }
  return choices;
}

function oneByOne(locked: readonly string[], free: readonly Manifest[]): readonly ReadonlySet<string>[] {
  const needed = (id: string): readonly string[] => {
    const manifest = free.find(each => each.id === id);
    return manifest === undefined ? [] : [...(manifest.requires ?? []).flatMap(needed), id];
  };
  const needs = (manifest: Manifest, id: string): boolean => needed(manifest.id).includes(id);
  return [
    new Set(locked),
    ...free.map(({ id }) => new Set([...locked, ...needed(id)])),
    ...free.map(({ id }) => new Set([...locked, ...free.filter(each => !needs(each, id)).map(each => each.id)])),
    new Set([...locked, ...free.map(each => each.id)]),
  ];
}

function unique(sets: readonly ReadonlySet<string>[]): readonly ReadonlySet<string>[] {
  return [...new Map(sets.map(each => [[...each].toSorted().join('+'), each])).values()];
}
