import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { guideByName, placesOf } from './guides.ts';

const root = join(import.meta.dirname, '../../../..');
const folders = ['plugins/workspace/documentation/pages', 'sdk/reference'];

it('should list every page and every part of the SDK reference once, each with a text', async () => {
  const names = folders.flatMap(each => readdirSync(join(root, each)).map(file => file.replace(/\.md$/, '')));
  expect([...guideByName.keys()].toSorted()).toEqual([...names, 'python'].toSorted());
  for (const each of guideByName.values()) expect(await each.text(), each.name).toMatch(/^# /);
});

it('should have no link between pages that leads nowhere', () => {
  const folder = join(root, folders[0]!);
  for (const file of readdirSync(folder)) {
    const links = [...readFileSync(join(folder, file), 'utf8').matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(
      match => match[1]!,
    );
    for (const link of links.filter(each => each.endsWith('.md') && !each.includes('/')))
      expect([file, link, guideByName.has(link.slice(0, -3))]).toEqual([file, link, true]);
  }
});

it('should count places in any case', () => {
  expect([placesOf('Masks and masks', 'MASK'), placesOf('Masks', ' '), placesOf('Masks', 'box')]).toEqual([2, 0, 0]);
});
