import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CONFIGURATION_NAMES } from '../../core/shell/server/configuration.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'plugins/workspace/documentation/pages/configuration.md'), 'utf8');

test('should list every setting in one table', () => {
  const listed = [...page.matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map(match => match[1]);
  expect(listed.toSorted()).toEqual([...CONFIGURATION_NAMES].toSorted());
});
