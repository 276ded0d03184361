import type { ExploreAddress } from './explore-address.ts';
import { readAddress, writtenAddress } from './explore-address.ts';

const PREFIX = 'explore';

/**
 * Returns the `from` of the address of an item that is opened from a search, e.g.
 * `explore?query=metadata(pinned = true)`.
 */
export function addressOrigin(address: ExploreAddress): string {
  const search = writtenAddress(address).toString();
  return search === '' ? PREFIX : `${PREFIX}?${search}`;
}

/** Returns the search that `from` names; undefined for other origins. */
export function originAddress(from: string): ExploreAddress | undefined {
  if (from === PREFIX) return readAddress(new URLSearchParams());
  return from.startsWith(`${PREFIX}?`) ? readAddress(new URLSearchParams(from.slice(PREFIX.length + 1))) : undefined;
}
