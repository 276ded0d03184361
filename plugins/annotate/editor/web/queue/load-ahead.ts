import type { ItemQueue } from './item-queue.ts';

/** Brings the next item's picture into the browser's cache while nobody waits for it. */
export async function loadAhead(queue: ItemQueue, itemId: number): Promise<void> {
  const next = queue.neighbour(itemId, 1);
  const address = next === undefined ? undefined : await queue.pictureOf(next);
  if (address !== undefined)
    await fetch(address, { priority: 'low', credentials: 'same-origin' }).then(answer => answer.blob());
}
