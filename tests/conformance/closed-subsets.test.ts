import { expect, it } from 'vitest';
import { closedSubsets } from './closed-subsets.ts';

const plugin = (
  id: string,
  requires: readonly string[] = [],
  locked = false,
): { id: string; title: string; requires: readonly string[]; locked: boolean } => ({ id, title: id, requires, locked });
const subsets = (...manifests: Parameters<typeof closedSubsets>[0]): readonly string[] =>
  closedSubsets(manifests).map(each => [...each].join('+'));

it('should begin with nothing at all and hold the locked plugins from then on', () => {
  expect(subsets(plugin('base', [], true), plugin('list', ['base'], true), plugin('extra', ['list']))).toEqual([
    '',
    'base',
    'base+list',
    'base+list+extra',
  ]);
});

it('should hold every choice of free plugins, each only with what it requires', () => {
  expect(subsets(plugin('one'), plugin('two', ['one']), plugin('three')).toSorted()).toEqual([
    '',
    'one',
    'one+three',
    'one+two',
    'one+two+three',
    'three',
  ]);
});

it('should hold, of many free plugins, each alone, all but each, and all', () => {
  const many = [
    plugin('base', [], true),
    plugin('a'),
    plugin('b', ['a']),
    plugin('c'),
    plugin('d'),
    plugin('e'),
    plugin('f'),
  ];
  expect(subsets(...many)).toEqual([
    '',
    'base',
    'base+a',
    'base+a+b',
    'base+c',
    'base+d',
    'base+e',
    'base+f',
    'base+c+d+e+f',
    'base+a+c+d+e+f',
    'base+a+b+d+e+f',
    'base+a+b+c+e+f',
    'base+a+b+c+d+f',
    'base+a+b+c+d+e',
    'base+a+b+c+d+e+f',
  ]);
});
