import { lookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { Fault } from '#core/base/common/index.ts';
import type { EgressAllowance } from './egress-allowance.ts';
import { bareHost } from './egress-allowance.ts';

/** All addresses of a host name. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

export const systemResolve: Resolve = host => lookup(host, { all: true, verbatim: true });

/** 422: the host is not one the server may reach. Says nothing of what it resolves to. */
export const refused = (host: string): Fault =>
  new Fault(
    'EGRESS_REFUSED',
    `${host} is not on the public internet, so the server does not connect to it. If this is intended, the operator can allow it: EGRESS_ALLOW=${host}`,
    { status: 422, details: { host } },
  );

/**
 * Throws EGRESS_REFUSED when `host` is an address, in any notation, that may not be reached: no look-up happens for
 * those.
 */
export function demandLiteral(host: string, allowance: EgressAllowance): void {
  const bare = bareHost(host);
  if (isIP(bare) !== 0 && !allowance.takesAddress(bare)) throw refused(host);
}

/**
 * A look-up for sockets: resolves once and hands out exactly the addresses that were checked, so that a name cannot
 * mean another address when the connection is made. One address that may not be reached refuses the name.
 */
export function guardedLookup(allowance: EgressAllowance, resolve: Resolve): LookupFunction {
  return (host, options, callback) => {
    const answer = async (): Promise<readonly LookupAddress[]> => {
      const found = await resolve(host);
      if (!allowance.namesHost(host) && !found.every(each => allowance.takesAddress(each.address))) throw refused(host);
      const family =
        options.family === 4 || options.family === 'IPv4'
          ? 4
          : options.family === 6 || options.family === 'IPv6'
            ? 6
            : 0;
      const wanted = family === 0 ? found : found.filter(each => each.family === family);
      if (wanted.length === 0) throw Object.assign(new Error(`${host} has no such address`), { code: 'ENOTFOUND' });
      return wanted;
    };
    answer().then(
      found => {
        if (options.all === true) callback(null, [...found]);
        else callback(null, found[0]!.address, found[0]!.family);
      },
      (error: unknown) => callback(error as NodeJS.ErrnoException, '', 0),
    );
  };
}
