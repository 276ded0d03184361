import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Public by number, but the metadata and control service of a large cloud. */
const METADATA = new Set(['168.63.129.16']);

/** The only part of IPv6 that is handed out to the public (RFC 4291). */
const GLOBAL_UNICAST: readonly [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];
/** Inside of it: protocol assignments and Teredo, documentation, 6to4, which reach IPv4 addresses or nobody. */
const SPECIAL: readonly (readonly [ipaddr.IPv6, number])[] = (
  [
    ['2001::', 23],
    ['2001:db8::', 32],
    ['2002::', 16],
    ['3fff::', 20],
  ] as const
).map(([text, bits]) => [ipaddr.IPv6.parse(text), bits]);

/** The address in its plain form: IPv4 inside IPv6 as IPv4. Undefined for what is no address. */
export function plainAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const bare = text.split('%')[0]!;
  return isIP(bare) === 0 ? undefined : ipaddr.process(bare);
}

/**
 * True for an address of the public internet; everything of IANA's special-purpose registries is not: loopback,
 * private, link-local with the clouds' metadata, unique-local, multicast, mapped and translated addresses.
 */
export function isPublicAddress(text: string): boolean {
  const address = plainAddress(text);
  if (address === undefined) return false;
  if (address.kind() === 'ipv4') return address.range() === 'unicast' && !METADATA.has(address.toString());
  const six = address as ipaddr.IPv6;
  return (
    six.match(GLOBAL_UNICAST as [ipaddr.IPv6, number]) &&
    !SPECIAL.some(each => six.match(each as [ipaddr.IPv6, number]))
  );
}
