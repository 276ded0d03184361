import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findCycles, offence, readImports } from './import-rules.ts';

const root = join(import.meta.dirname, '../..');
const folders = ['core', 'plugins', 'sdk', 'examples'].filter(each => existsSync(join(root, each)));
const manifests = import.meta.glob<{ default: { id: string; requires?: readonly string[] } }>('/plugins/*/manifest.ts', { eager: true });
const requires = (plugin: string): readonly string[] => manifests[`/plugins/${plugin}/manifest.ts`]?.default.requires ?? [];

test('should keep every import inside the rules of the architecture', () => {
  const broken = readImports(root, folders).flatMap(edge => {
    const why = offence(edge, requires);
    return why === undefined ? [] : [`${edge.from} → ${edge.to}: ${why}`];
  });
  expect(broken).toEqual([]);
});

test('should have no circles', () => {
  expect(findCycles(readImports(root, folders)).map(chain => chain.join(' → '))).toEqual([]);
});

test('should name no feature in core', () => {
  const features = Object.values(manifests).map(each => each.default.id);
  const named = readImports(root, ['core']).filter(edge => edge.to.startsWith('plugins/'));
  expect(named).toEqual([]);
  expect(features.length).toBeGreaterThan(0);
});

test('should have exactly the top level that is agreed', () => {
  const allowed = new Set(['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts', 'core', 'plugins', 'sdk', 'examples', 'tests', 'README.md', 'LICENSE', 'NOTICE', 'node_modules', 'dist', 'data']);
  expect(readdirSync(root).filter(each => !each.startsWith('.') && !allowed.has(each))).toEqual([]);
});

test('should keep packages at exact versions', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: Record<string, string>; devDependencies: Record<string, string> };
  expect(Object.entries({ ...dependencies, ...devDependencies }).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});

test.each([
  ['plugins/a/common/x.ts', 'npm:react', 'in common'],
  ['plugins/a/common/x.ts', 'node:fs', 'in common'],
  ['plugins/a/web/x.ts', 'plugins/a/server/y.ts', 'web imports server'],
  ['plugins/a/web/x.ts', 'npm:kysely', 'kysely'],
  ['plugins/a/server/x.ts', 'npm:@mantine/core', 'on the server'],
  ['plugins/a/server/x.ts', 'npm:fastify', 'outside'],
  ['plugins/a/server/x.ts', 'plugins/zzz/server/kit/index.ts', 'does not require'],
  ['plugins/a/server/x.ts', 'core/data/server/database.ts', 'past an index'],
  ['core/api/common/x.ts', 'core/auth/common/index.ts', 'not below'],
  ['core/base/common/x.ts', 'plugins/a/common/y.ts', 'core imports a plugin'],
  ['sdk/app/x.ts', 'core/base/common/index.ts', 'sdk imports'],
  ['plugins/a/web/x.ts', 'plugins/a/web/y.test.ts', 'test file'],
])('should refuse that %s imports %s', (from, to, why) => {
  expect(offence({ from, to }, () => [])).toContain(why);
});
