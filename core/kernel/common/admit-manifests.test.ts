import { expect, test } from 'vitest';
import { admitManifests, withDependents } from './admit-manifests.ts';
import type { Manifest } from './manifest.ts';
import { PLUGIN_SDK, readPackage } from './plugin-package.ts';

const bundled: readonly Manifest[] = [
  {
    id: 'projects',
    title: 'Projects',
    locked: true,
    routes: { list: { path: '/t/:teamId/projects', title: 'Projects', access: 'team-member' } },
  },
];
const isAction = (name: string): boolean => name === 'team-member';
const route = (path: string, access = 'team-member'): NonNullable<Manifest['routes']> => ({
  page: { path, title: 'Page', access },
});

test('should take good ones beside the bundled, after those they require', () => {
  const { manifests, refused } = admitManifests(
    bundled,
    [
      { id: 'a', title: 'A', requires: ['b'] },
      { id: 'b', title: 'B', requires: ['projects'] },
    ],
    isAction,
  );
  expect(manifests.map(each => each.id)).toEqual(['projects', 'b', 'a']);
  expect(refused.size).toBe(0);
});

test('should refuse only the bad one, and what requires it, each with its reason', () => {
  const { manifests, refused } = admitManifests(
    bundled,
    [
      { id: 'bad', title: 'Bad', routes: route('/bad', 'fly') },
      { id: 'child', title: 'Child', requires: ['bad'] },
      { id: 'grandchild', title: 'Grandchild', requires: ['child'] },
      { id: 'good', title: 'Good' },
      { id: 'late', title: 'Late', requires: ['zebra'] },
      { id: 'zebra', title: 'Zebra' },
    ],
    isAction,
  );
  expect(manifests.map(each => each.id)).toEqual(
    ['good', 'projects', 'zebra', 'late'].toSorted(
      (a, b) => manifests.findIndex(each => each.id === a) - manifests.findIndex(each => each.id === b),
    ),
  );
  expect(Object.fromEntries(refused)).toEqual({
    bad: 'Plugin "bad" declares route page with unknown access "fly"',
    child: 'Plugin "child" requires "bad", which was refused',
    grandchild: 'Plugin "grandchild" requires "child", which was refused',
  });
});

test.each<[string, Manifest[], string, RegExp]>([
  ['the id of a bundled one', [{ id: 'projects', title: 'Mine' }], 'projects', /there twice/],
  [
    'a page of a bundled one',
    [{ id: 'mine', title: 'Mine', routes: route('/t/:team/projects') }],
    'mine',
    /projects.list has already/,
  ],
  [
    'a circle',
    [
      { id: 'one', title: '', requires: ['two'] },
      { id: 'two', title: '', requires: ['one'] },
    ],
    'one',
    /requires "two"/,
  ],
  ['a name of the server', [{ id: 'auth', title: '' }], 'auth', /keeps for itself/],
])('should refuse %s', (_, outside, id, message) => {
  const { manifests, refused } = admitManifests(bundled, outside, isAction);
  expect(manifests.map(each => each.id)).toEqual(['projects']);
  expect(refused.get(id)).toMatch(message);
});

test('should still stop for a bundled one that is wrong', () => {
  expect(() => admitManifests([{ id: 'Bad Name', title: '' }], [], isAction)).toThrow('kebab-case');
});

test('should find all that fall with a plugin', () => {
  expect([
    ...withDependents(
      [
        { id: 'a', title: '' },
        { id: 'b', title: '', requires: ['a'] },
        { id: 'c', title: '', requires: ['b'] },
        { id: 'd', title: '' },
      ],
      new Set(['a']),
    ),
  ]).toEqual(['a', 'b', 'c']);
});

const good = { sdk: PLUGIN_SDK, version: '1.0.0', manifest: { id: 'notes', title: 'Notes' }, web: 'web.js' };

test('should read a package', () => {
  expect(readPackage(JSON.stringify(good))).toEqual(good);
});

test.each<[string, string, string]>([
  ['no JSON', '{', 'is not JSON'],
  [
    'another version of the SDK',
    JSON.stringify({ ...good, sdk: PLUGIN_SDK + 1, novel: true }),
    `gives version ${PLUGIN_SDK}`,
  ],
  ['no manifest', JSON.stringify({ ...good, manifest: undefined }), 'no good manifest'],
  [
    'a lock',
    JSON.stringify({ ...good, manifest: { ...good.manifest, locked: true } }),
    'manifest.locked, which is not known',
  ],
  [
    'a file elsewhere',
    JSON.stringify({ ...good, server: '../server.js' }),
    'no good server: use the name of a .js file',
  ],
  ['a version that is none', JSON.stringify({ ...good, version: 'new' }), 'no good version'],
  [
    'an integrity of another file',
    JSON.stringify({ ...good, integrity: { 'other.js': `sha384-${'a'.repeat(64)}` } }),
    'integrity for other.js',
  ],
  ['nothing', 'null', 'no good content'],
])('should refuse %s by its field', (_, text, message) => {
  expect(() => readPackage(text)).toThrow(message);
});
