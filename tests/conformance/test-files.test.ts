import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BROWSER_AREAS, browserArea } from '../runner/areas.mjs';

const folders = readdirSync('plugins').flatMap(group =>
  readdirSync(join('plugins', group)).map(id => join('plugins', group, id)),
);
const plugins = folders.map(each => each.split('/')[2]!);
const testFiles = ['core', 'plugins', 'sdk', 'tests', 'examples'].flatMap(top =>
  readdirSync(top, { recursive: true, encoding: 'utf8' })
    .filter(each => /\.test\.tsx?$/.test(each) && !each.includes('node_modules'))
    .map(each => join(top, each)),
);

it('should know the plugins that each browser test belongs to', () => {
  const unknown = testFiles.filter(each => each.startsWith('tests/e2e/') && browserArea(each) === undefined);
  expect(unknown).toEqual([]);
  expect(
    Object.values(BROWSER_AREAS)
      .flat()
      .filter(each => !plugins.includes(each)),
  ).toEqual([]);
  expect(Object.keys(BROWSER_AREAS).filter(area => !testFiles.some(each => browserArea(each) === area))).toEqual([]);
});

it('should give every plugin with pages a browser test to run when it changes', () => {
  const tested = new Set(Object.values(BROWSER_AREAS).flat());
  const untested = folders.filter(each => readdirSync(each).includes('web') && !tested.has(each.split('/')[2]!));
  expect(untested, 'add them to BROWSER_AREAS in tests/runner/areas.mjs').toEqual([]);
});

it('should replace modules only in files that have a module graph of their own', () => {
  const replacing = testFiles.filter(each => readFileSync(each, 'utf8').includes(['vi', 'mock('].join('.')));
  expect(replacing.filter(each => !each.includes('.mocked.'))).toEqual([]);
});
