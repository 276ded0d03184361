import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BUTTON = /<ActionIcon\b(?!\.)/g;

const files = ['core', 'plugins', 'examples']
  .flatMap(folder =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(each => join(folder, each)),
  )
  .filter(each => each.endsWith('.tsx') && !each.endsWith('.test.tsx') && !each.includes('node_modules'));

it('should name every button that shows an icon only', () => {
  let buttons = 0;
  const nameless = files.flatMap(file => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    return [...text.matchAll(BUTTON)].flatMap(({ index }) => {
      buttons += 1;
      // Up to what it shows: attributes hold arrows, so that the end of the tag is no single sign.
      const ends = ['<Icon ', '</ActionIcon'].map(each => text.indexOf(each, index + 1)).filter(each => each > 0);
      return text.slice(index, Math.min(...ends)).includes('aria-label')
        ? []
        : [`${file}: ${text.slice(index, index + 80)}`];
    });
  });
  expect(nameless).toEqual([]);
  expect(buttons).toBeGreaterThan(50);
});
