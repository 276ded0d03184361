import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Manifest } from '#core/kernel/common/index.ts';
import { reachOf, wakesWith } from '#core/kernel/common/index.ts';
import { findCycles, GROUPS, isDoor, offence, readImports } from './import-rules.ts';

const root = join(import.meta.dirname, '../..');
const folders = ['core', 'plugins', 'sdk', 'examples'].filter(each => existsSync(join(root, each)));
const manifests = import.meta.glob<{ default: Manifest }>('/plugins/*/*/manifest.ts', { eager: true });
const byId = new Map(Object.values(manifests).map(each => [each.default.id, each.default]));
const reach = (plugin: string): readonly string[] => reachOf(byId.get(plugin) ?? {});
const edges = readImports(root, [...folders, 'tests']);

test('should keep every import inside the rules of the architecture', () => {
  const broken = edges.flatMap(edge => {
    const why = offence(edge, reach);
    return why === undefined ? [] : [`${edge.from} → ${edge.to}: ${why}`];
  });
  expect(broken).toEqual([]);
});

test('should have no circles', () => {
  expect(findCycles(edges.filter(each => !each.from.startsWith('tests/'))).map(chain => chain.join(' → '))).toEqual([]);
});

test('should list in the index of every common exactly what others use of it', () => {
  const isIndex = (path: string): boolean => isDoor(path) && path.includes('/common/');
  const used = new Set(edges.flatMap(({ to, names }) => (isIndex(to) ? names.map(name => `${to}: ${name}`) : [])));
  const listed = edges.flatMap(({ from, names }) => (isIndex(from) ? names.map(name => `${from}: ${name}`) : []));
  expect(listed.length).toBeGreaterThan(0);
  expect(listed.filter(each => !used.has(each))).toEqual([]);
});

test('should name no feature in core', () => {
  const features = Object.values(manifests).map(each => each.default.id);
  const named = edges.filter(edge => edge.from.startsWith('core/') && edge.to.startsWith('plugins/'));
  expect(named).toEqual([]);
  expect(features.length).toBeGreaterThan(0);
});

test('should keep every plugin in the folder of its id, in a known group', () => {
  const places = Object.entries(manifests).map(
    ([
      path,
      {
        default: { id },
      },
    ]) => [path, id] as const,
  );
  const groups = GROUPS.map(([name]) => name);
  expect(places.filter(([path, id]) => path.split('/')[3] !== id || !groups.includes(path.split('/')[2]!))).toEqual([]);
  expect(readdirSync(join(root, 'plugins')).filter(each => !groups.includes(each))).toEqual([]);
});

test('should open the list of projects, with which most visits begin, before any other plugin wakes', () => {
  const awaited = ['teams', 'projects', 'projects.list'].flatMap(name =>
    [...byId.values()].filter(each => wakesWith(each, name)).map(each => `${each.id} wakes with ${name}`),
  );
  expect(awaited).toEqual([]);
});

test('should have exactly the top level that is agreed', () => {
  const allowed = new Set([
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'vite.config.ts',
    'core',
    'plugins',
    'sdk',
    'examples',
    'tests',
    'README.md',
    'LICENSE',
    'NOTICE',
    'node_modules',
    'dist',
    'data',
  ]);
  expect(readdirSync(root).filter(each => !each.startsWith('.') && !allowed.has(each))).toEqual([]);
});

test('should keep packages at exact versions', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  };
  expect(
    Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    ),
  ).toEqual([]);
});

test.each([
  ['plugins/workspace/a/common/x.ts', 'npm:react', 'in common'],
  ['plugins/workspace/a/common/x.ts', 'node:fs', 'in common'],
  ['plugins/workspace/a/web/x.ts', 'plugins/workspace/a/server/y.ts', 'web imports server'],
  ['plugins/workspace/a/web/x.ts', 'npm:kysely', 'kysely'],
  ['plugins/workspace/a/server/x.ts', 'npm:@mantine/core', 'on the server'],
  ['plugins/workspace/a/server/x.ts', 'npm:fastify', 'outside'],
  ['plugins/workspace/a/server/x.ts', 'plugins/workspace/zzz/server/kit/index.ts', 'neither as required'],
  ['plugins/workspace/a/web/x.ts', 'plugins/extend/b/common/x.ts', 'lies above'],
  ['plugins/workspace/a/server/x.ts', 'core/data/server/database.ts', 'past an index'],
  ['plugins/workspace/a/web/x.ts', 'plugins/workspace/b/common/x.ts', 'past its indexes'],
  ['plugins/workspace/a/web/x.ts', 'plugins/workspace/b/web/kit/x.ts', 'past its indexes'],
  ['plugins/workspace/a/web/x.ts', 'plugins/workspace/b/web/index.ts', 'past its indexes'],
  ['plugins/workspace/a/web/x.test.ts', 'plugins/workspace/b/common/x.ts', 'past its indexes'],
  ['tests/e2e/x.test.ts', 'plugins/workspace/b/common/x.ts', 'past its indexes'],
  ['plugins/workspace/a/web/x.ts', 'plugins/workspace/a/common/index.ts', 'its own plugin'],
  ['core/api/common/x.ts', 'core/auth/common/index.ts', 'not below'],
  ['core/base/common/x.ts', 'plugins/workspace/a/common/y.ts', 'core imports a plugin'],
  ['sdk/app/x.ts', 'core/base/common/index.ts', 'sdk imports'],
  ['plugins/workspace/a/web/x.ts', 'plugins/workspace/a/web/y.test.ts', 'test file'],
])('should refuse that %s imports %s', (from, to, why) => {
  expect(offence({ from, to }, () => ['b'])).toContain(why);
});
