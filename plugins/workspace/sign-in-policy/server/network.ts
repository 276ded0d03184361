import { BlockList, isIP } from 'node:net';

/** Returns the address without the prefix of IPv4 in IPv6. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/**
 * Returns why a text is no network in CIDR notation, such as `203.0.113.0/24` or `2001:db8::/32`; undefined for one
 * that is.
 */
export function networkProblem(text: string): string | undefined {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const kind = isIP(address);
  if (kind === 0) return `“${text}” is not a network such as 203.0.113.0/24`;
  const most = kind === 4 ? 32 : 128;
  return bits !== undefined && Number(bits) > most ? `“${text}” has more than ${most} bits` : undefined;
}

/** Returns true when an address is in one of the networks. Addresses without a length match themselves. */
export function inNetworks(networks: readonly string[], address: string): boolean {
  const kind = isIP(plain(address));
  if (kind === 0) return false;
  const list = new BlockList();
  for (const each of networks) {
    const [network = '', bits] = each.split('/');
    const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(network, family);
    else list.addSubnet(network, Number(bits), family);
  }
  return list.check(plain(address), kind === 6 ? 'ipv6' : 'ipv4');
}
