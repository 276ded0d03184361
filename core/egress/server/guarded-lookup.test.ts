import { expect, it } from 'vitest';
import { EgressAllowance } from './egress-allowance.ts';
import { guardedLookup } from './guarded-lookup.ts';

const four = { address: '93.184.215.14', family: 4 };
const six = { address: '2606:2800:21f:cb07:6820:80da:af6b:8b2c', family: 6 };

/** Returns what a socket is given that looks `host` up, or the code of the error. */
const lookUp = (found: readonly (typeof four)[], options: { readonly family?: number | 'IPv4' | 'IPv6' }) =>
  new Promise(resolve =>
    guardedLookup(new EgressAllowance(), async () => found)(
      'host.test',
      { ...options, all: true },
      (error, addresses) => resolve(error === null ? addresses : error.code),
    ),
  );

it('should give addresses of the family that a socket asks for', async () => {
  expect(await lookUp([four, six], {})).toEqual([four, six]);
  for (const family of [4, 'IPv4'] as const) expect(await lookUp([four, six], { family })).toEqual([four]);
  for (const family of [6, 'IPv6'] as const) expect(await lookUp([four, six], { family })).toEqual([six]);
});

it('should report a name without an address of the family as not found', async () => {
  expect(await lookUp([], {})).toBe('ENOTFOUND');
  expect(await lookUp([four], { family: 6 })).toBe('ENOTFOUND');
});

it('should refuse a name one of whose addresses is private, whatever the family', async () => {
  expect(await lookUp([four, { address: '::1', family: 6 }], { family: 4 })).toBe('EGRESS_REFUSED');
});
