import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readHookDocs } from '#core/kernel/common/index.ts';
import { hookDocs } from '../../core/shell/server/hook-docs.ts';

const root = join(import.meta.dirname, '../..');
const declared = ['core', 'plugins']
  .flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(path => `${folder}/${path}`),
  )
  .filter(path => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .flatMap(path => readHookDocs(path, readFileSync(join(root, path), 'utf8')));

test('should say of every hook what it is for', () => {
  expect(declared.length).toBeGreaterThan(90);
  expect(declared.filter(each => each.doc === '').map(each => each.name)).toEqual([]);
});

test('should find every hook for the map of authors', async () => {
  const found = new Set((await hookDocs()).map(each => `${each.half} ${each.name}`));
  expect(declared.map(each => `${each.half} ${each.name}`).filter(each => !found.has(each))).toEqual([]);
});
