import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CONFIGURATION_NAMES } from '../../core/shell/server/configuration.ts';

const root = join(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

test('should list every setting in one table', () => {
  const listed = [...readme.matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map(match => match[1]);
  expect(listed.toSorted()).toEqual([...CONFIGURATION_NAMES].toSorted());
});
