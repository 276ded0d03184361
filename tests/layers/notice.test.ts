import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { isAllowed, noticeText, productionPackages } from './notice.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const packages = productionPackages(root);

it('should name every production package in NOTICE (npm run notice writes it)', async () => {
  await expect(noticeText(packages)).toMatchFileSnapshot('../../NOTICE');
});

it('should include no package under the GPL, the AGPL or no licence', () => {
  expect(packages.length).toBeGreaterThan(300);
  expect(
    packages
      .filter(each => !isAllowed(each.licence))
      .map(each => `${each.name} ${each.version}: ${each.licence ?? 'no licence'}`),
  ).toEqual([]);
});

it.each([
  ['MIT', true],
  ['LGPL-3.0-or-later', true],
  ['(MIT OR GPL-3.0)', true],
  ['Apache-2.0 AND LGPL-3.0-or-later AND MIT', true],
  ['GPL-3.0', false],
  ['MIT AND AGPL-3.0-only', false],
  ['UNLICENSED', false],
  [undefined, false],
])('should judge the licence %s', (licence, allowed) => {
  expect(isAllowed(licence)).toBe(allowed);
});

it('should depend on nothing that needs a newer Node than the product promises', () => {
  const { engines } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { engines: { node: string } };
  expect(engines.node).toBe('>=20.19.0');
  const lock = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')) as {
    packages: Record<string, { dev?: boolean; engines?: { node?: string } }>;
  };
  const [promised = 0, minor = 0] = /(\d+)\.(\d+)/.exec(engines.node)!.slice(1).map(Number);
  const takesPromised = (range: string): boolean =>
    range.split('||').some(part => {
      const [, sign = '', major = '', least = '0'] = /([~^>=<]*)\s*v?(\d+|\*)(?:\.(\d+))?/.exec(part) ?? [];
      if (major === '*') return true;
      const isReached = Number(major) === promised ? Number(least) <= minor : Number(major) < promised;
      return isReached && (sign.startsWith('>') || Number(major) === promised);
    });
  expect(
    Object.entries(lock.packages)
      .filter(([place, each]) => place !== '' && each.dev !== true && !takesPromised(each.engines?.node ?? '*'))
      .map(([place]) => place),
  ).toEqual([]);
});
