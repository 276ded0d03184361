import type { Instance, Patch } from '#plugins/annotate/annotations/common/index.ts';

/** Moves of instances in the drawing order: above or below all others, or one step past the next one. */
export type OrderStep = 'front' | 'forward' | 'backward' | 'back';

/**
 * Moves instances in the drawing order, keeping their order among themselves. `all` is the drawing order, the lowest
 * first. A step passes the next instance that `overlaps` the one that moves, so that something is seen of it; where
 * none does, the next one at all.
 */
export function reorderAll(
  all: readonly Instance[],
  ids: ReadonlySet<string>,
  to: OrderStep,
  overlaps: (one: string, other: string) => boolean = () => true,
): readonly Patch[] {
  const order = all.map(instance => instance.id);
  const upwards = to === 'front' || to === 'forward';
  const moving = all.filter(instance => ids.has(instance.id));
  const patches: Patch[] = [];
  // Upwards the topmost goes first and stays above the others, downwards the lowest.
  for (const instance of upwards ? moving.toReversed() : moving) {
    const from = order.indexOf(instance.id);
    const index = target(order, from, ids, to, other => overlaps(instance.id, other));
    if (index === from) continue;
    order.splice(from, 1);
    order.splice(index, 0, instance.id);
    patches.push({ collection: 'instances', id: instance.id, before: instance, after: instance, index, from });
  }
  return patches;
}

function target(
  order: readonly string[],
  from: number,
  ids: ReadonlySet<string>,
  to: OrderStep,
  overlaps: (other: string) => boolean,
): number {
  const step = to === 'front' || to === 'forward' ? 1 : -1;
  const others: number[] = [];
  for (let place = from + step; place >= 0 && place < order.length; place += step)
    if (!ids.has(order[place]!)) others.push(place);
  if (to === 'front' || to === 'back') return others.at(-1) ?? from;
  return others.find(place => overlaps(order[place]!)) ?? others[0] ?? from;
}
