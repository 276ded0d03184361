import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Pages with their steps in the history of the browser, for which the router's own way is right. */
const STEPS = [
  'plugins/workspace/projects/web/pages/new-project-page.tsx',
  'plugins/extend/apps/web/workshop/workshop.tsx',
];

const files = ['core', 'plugins']
  .flatMap(folder => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(each => `${folder}/${each}`))
  .filter(each => /\.tsx?$/.test(each) && !each.startsWith('core/ui/web/use-latest-params'));

it('should change the query of the address by useLatestParams: with the router’s own of two quick changes the first is lost', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter(each => /\[\w+, \w+\] = useSearchParams\(/.test(readFileSync(each, 'utf8'))).toSorted()).toEqual(
    STEPS.toSorted(),
  );
});

it('should make ids without crypto.randomUUID, which pages served over plain http do not have', () => {
  const browsers = files.filter(each => /\/(common|web)\//.test(each) && !each.includes('.test.'));
  expect(browsers.length).toBeGreaterThan(100);
  expect(browsers.filter(each => /crypto\.randomUUID\(/.test(readFileSync(each, 'utf8')))).toEqual([]);
});
