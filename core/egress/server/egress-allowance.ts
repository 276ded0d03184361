import { isIP } from 'node:net';
import type ipaddr from 'ipaddr.js';
import { Fault } from '#core/base/common/index.ts';
import { isPublicAddress, plainAddress } from './public-address.ts';

type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * The operator's exceptions: hosts, addresses and networks inside the own house that the server may reach. A host means
 * whatever it resolves to, so it must be one the operator owns.
 */
export class EgressAllowance {
  readonly #hosts = new Set<string>();
  readonly #networks: Network[] = [];

  /**
   * @param entries host names, IP addresses, or networks such as `10.1.0.0/16`.
   * @throws Fault CONFIGURATION naming a malformed one.
   */
  constructor(entries: readonly string[] = []) {
    for (const entry of entries) this.#add(entry.trim().toLowerCase());
  }

  /** True when the operator names this host itself. `host` as in a URL, IPv6 in brackets or not. */
  namesHost(host: string): boolean {
    return this.#hosts.has(bareHost(host));
  }

  /** True for a public address and for one inside an allowed network. */
  takesAddress(address: string): boolean {
    if (isPublicAddress(address)) return true;
    const parsed = plainAddress(address);
    return (
      parsed !== undefined &&
      this.#networks.some(
        ([network, bits]) => network.kind() === parsed.kind() && parsed.match([network as never, bits] as never),
      )
    );
  }

  #add(entry: string): void {
    const [address = '', bits] = entry.split('/');
    if (isIP(bareHost(address)) !== 0) {
      const network = plainAddress(bareHost(address))!;
      const whole = network.kind() === 'ipv4' ? 32 : 128;
      const length = bits === undefined ? whole : Number(bits);
      if (bits !== '' && Number.isInteger(length) && length >= 0 && length <= whole) {
        this.#networks.push([network, length]);
        return;
      }
    } else if (bits === undefined && /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/.test(entry) && !/^[\d.]+$/.test(entry)) {
      this.#hosts.add(entry);
      return;
    }
    throw new Fault(
      'CONFIGURATION',
      `EGRESS_ALLOW="${entry}" is not valid: use host names, IP addresses or networks such as 10.1.0.0/16, separated by commas`,
    );
  }
}

/** A host without the brackets of IPv6 and without the dot that ends a full name. */
export const bareHost = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
