import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { pictures } from './screen-checks.ts';

const OLIVE = 'olive@documentation.test';
const site = openSite([{ email: OLIVE, name: 'Olive North', team: 'North' }]);

it('should be read, searched and followed from page to page', async () => {
  const { page } = await site().signedIn(OLIVE, `/t/${site().teamOf(OLIVE)}/docs`);
  const guides = page.getByRole('navigation', { name: 'Guides' });
  await page.getByRole('heading', { name: 'Annotating', level: 1 }).waitFor();
  expect(await pictures(page, 'documentation')).toEqual([]);

  await page.getByRole('textbox', { name: 'Search the documentation' }).fill('TUS protocol');
  await expect.poll(() => guides.getByRole('link').allInnerTexts()).toEqual(['Scripting\n1 place']);
  await guides.getByRole('link', { name: /^Scripting/ }).click();
  await page.getByRole('heading', { name: 'Scripting', level: 1 }).waitFor();
  await page.getByRole('article').getByRole('link', { name: 'Configuration' }).click();
  await page.getByRole('heading', { name: 'Configuration', level: 1 }).waitFor();
  expect(await pictures(page, 'documentation table')).toEqual([]);

  await page.getByRole('textbox', { name: 'Search the documentation' }).fill('no such words');
  await guides.getByText('Nothing found for “no such words”.').waitFor();
});
