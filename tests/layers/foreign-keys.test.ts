import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { foreignKeys, foreignKeysOf } from './foreign-keys.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'plugins');
const plugins = readdirSync(folder).flatMap(group => readdirSync(join(folder, group)));

test('should take query keys of other plugins from their owner', () => {
  expect(foreignKeys(root, plugins)).toEqual([]);
});

test.each([
  ["useQuery({ queryKey: ['items', 'list', id] })", ["['items', 'list', id]"]],
  ["queries.invalidateQueries({ queryKey: ['items'] })", ["['items']"]],
  ["const queryKey = ['memberProjects', id]", ["['memberProjects', id]"]],
  ["useQuery({ queryKey: ['explore', id] })", []],
  ['queries.invalidateQueries({ queryKey: itemKeys.all })', []],
])('should read the keys of %s', (source, expected) => {
  expect(foreignKeysOf('source.ts', source, 'explore', ['items', 'explore', 'member-projects'])).toEqual(expected);
});
