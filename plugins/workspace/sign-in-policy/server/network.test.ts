import { expect, it } from 'vitest';
import { inNetworks, networkProblem } from './network.ts';

const NETWORKS = ['203.0.113.0/24', '2001:db8::/32', '198.51.100.7'];

it.each([
  ['203.0.113.200', true],
  ['::ffff:203.0.113.200', true],
  ['203.0.114.1', false],
  ['2001:db8:1::1', true],
  ['2001:db9::1', false],
  ['198.51.100.7', true],
  ['198.51.100.8', false],
  ['198.51.100.70', false],
  ['1198.51.100.7', false],
  ['203.0.113.0/24', false],
  ['nonsense', false],
])('should compare %s with networks as an address and not as a text (CVE-2025-68949): %s', (address, expected) => {
  expect(inNetworks(NETWORKS, address)).toBe(expected);
});

it.each(['203.0.113.0/33', '300.0.0.1', '10.0.0.0/8/8', 'example.com', '2001:db8::/129'])('should refuse %s', text => {
  expect(networkProblem(text)).toBeTypeOf('string');
});
