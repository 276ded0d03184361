import { expect, test } from 'vitest';
import type { Manifest } from './manifest.ts';
import { validateManifests } from './validate-manifests.ts';

const isAction = (name: string): boolean => ['public', 'Read'].includes(name);
const route = { path: '/a', title: 'A', access: 'Read' };

test('should order plugins after those they require', () => {
  const manifests: Manifest[] = [
    { id: 'a', title: 'A', requires: ['c'] },
    { id: 'b', title: 'B' },
    { id: 'c', title: 'C', requires: ['b'] },
  ];
  expect(validateManifests(manifests, isAction).map(each => each.id)).toEqual(['b', 'c', 'a']);
});

test.each<[string, Manifest[], string]>([
  ['a bad id', [{ id: 'Bad Name', title: '' }], 'kebab-case'],
  [
    'two of the same id',
    [
      { id: 'a', title: '' },
      { id: 'a', title: '' },
    ],
    'twice',
  ],
  ['an unknown requirement', [{ id: 'a', title: '', requires: ['b'] }], 'requires "b"'],
  [
    'a circle',
    [
      { id: 'a', title: '', requires: ['b'] },
      { id: 'b', title: '', requires: ['a'] },
    ],
    'requires itself through',
  ],
  [
    'two routes alike',
    [
      { id: 'a', title: '', routes: { x: { ...route, path: '/p/:id' } } },
      { id: 'b', title: '', routes: { y: { ...route, path: '/p/:other' } } },
    ],
    'which a.x has already',
  ],
  ['an unknown access', [{ id: 'a', title: '', routes: { x: { ...route, access: 'Fly' } } }], 'unknown access "Fly"'],
  [
    'an unknown frame',
    [{ id: 'a', title: '', routes: { x: { ...route, frame: 'b.shell' } } }],
    'which no plugin declares',
  ],
  [
    'a frame of a plugin that is not required',
    [
      { id: 'a', title: '', routes: { x: { ...route, frame: 'b.shell' } } },
      { id: 'b', title: '', frames: { shell: { title: '' } } },
    ],
    'does not require it',
  ],
  ['a shortcut without a command', [{ id: 'a', title: '', shortcuts: { x: 'Ctrl+S' } }], 'no command of it'],
  ['a menu entry of nothing', [{ id: 'a', title: '', menus: { main: ['x'] } }], 'no route or command of it'],
  [
    'one that is required and optional',
    [
      { id: 'a', title: '', requires: ['b'], optional: ['b'] },
      { id: 'b', title: '' },
    ],
    'as required and as optional',
  ],
  [
    'a circle through an optional one',
    [
      { id: 'a', title: '', optional: ['b'] },
      { id: 'b', title: '', requires: ['a'] },
    ],
    'requires itself',
  ],
  [
    'waking with one it does not require',
    [
      { id: 'a', title: '', activation: { with: 'b' } },
      { id: 'b', title: '' },
    ],
    'neither as required nor as optional',
  ],
  [
    'waking with a page that is not there',
    [
      { id: 'a', title: '', requires: ['b'], activation: { with: 'b.list' } },
      { id: 'b', title: '' },
    ],
    'does not declare as a page',
  ],
  [
    'a locked one that needs an unlocked one',
    [
      { id: 'a', title: '', locked: true, requires: ['b'] },
      { id: 'b', title: '' },
    ],
    'is locked but requires',
  ],
])('should refuse %s by the plugin’s name', (_, manifests, message) => {
  expect(() => validateManifests(manifests, isAction)).toThrow(message);
  expect(() => validateManifests(manifests, isAction)).toThrow(/^Plugin "/);
});
