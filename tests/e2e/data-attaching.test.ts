import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { pictures } from './screen-checks.ts';
import { wholeScreenFaults as faults } from './whole-screen.ts';

const NORA = 'nora@data-attaching.test';
const site = openSite([{ email: NORA, name: 'Nora North', team: 'North' }], { stays: true });

const LIST = [
  'link,title',
  ...Array.from({ length: 4 }, (_, at) => `https://images.example.org/${at}.jpg,street ${at}.jpg`),
  'ftp://images.example.org/x.jpg,old.jpg',
  'https://images.example.org/again.jpg,street 1.jpg',
  'https://images.example.org/5.jpg,taken.jpg',
].join('\n');

/** Longer than is shown, because of the spaces. */
const MANIFEST = [
  ...Array.from({ length: 100 }, (_, at) => `https://images.example.org/manifest ${at}.jpg${' '.repeat(44_000)}`),
  'ftp://images.example.org/old.jpg',
].join('\n');

it('should check a list of URLs line by line, attach what fits as a job, and say why files cannot be uploaded then', async () => {
  const client = await site().client(NORA);
  const { id: project } = await client.project('Streets');
  await client.call('POST', '/image/ext-create', {
    project_id: project,
    upload_state: 3,
    images: [{ name: 'taken.jpg', path: 'https://images.example.org/taken.jpg' }],
    meta: {},
  });
  const { page, allow } = await site().signedIn(NORA, `/t/${site().teamId}/p/${project}/data`);
  allow(/images\.example\.org/);
  await page.getByText('taken.jpg').waitFor();
  await page.getByRole('button', { name: 'More ways to add' }).click();
  await page.getByText('This project links to external files').waitFor();
  await expect.poll(() => page.getByRole('menuitem', { name: 'Upload files' }).isDisabled()).toBe(true);
  expect(await pictures(page, 'data add menu')).toEqual([]);
  await page.getByRole('menuitem', { name: 'Attach URLs' }).click();
  await page.getByRole('textbox', { name: 'URLs' }).fill(LIST);
  await page.getByText('7 lines').waitFor();
  await expect.poll(() => page.getByRole('combobox', { name: 'Column of the name' }).inputValue()).toBe('title');
  expect(await faults(page, 'data attach urls')).toEqual([]);
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText('4 of 7 can be attached').waitFor();
  await page.getByText('The folder has an item of this name.').waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect.poll(() => page.getByRole('textbox', { name: 'URLs' }).inputValue()).toBe(LIST);
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText('4 of 7 can be attached').waitFor();
  expect(await faults(page, 'data attach report')).toEqual([]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download report' }).click();
  const report = (await readFile((await (await download).path())!, 'utf8')).split('\r\n');
  expect(report).toHaveLength(8);
  expect(report[5]).toContain('not with ftp');
  expect(report[6]).toContain('Line 2 has the same name.');
  await page.getByRole('button', { name: 'Attach 4' }).click();
  await page.getByText('4 attached · 3 left out').waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByText('street 3.jpg').waitFor();
  const { count } = await client.call<{ count: number }>('GET', `/api/v1/project/${project}/items`);
  expect(count).toBe(5);

  // A longer file is read by the server.
  await page.getByRole('button', { name: 'More ways to add' }).click();
  await page.getByRole('menuitem', { name: 'Attach URLs' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'long.txt', mimeType: 'text/plain', buffer: Buffer.from(MANIFEST) });
  await page.getByText('is too long to be shown here').waitFor();
  expect(await pictures(page, 'data manifest')).toEqual([]);
  await dialog.getByRole('button', { name: 'Attach', exact: true }).click();
  await dialog.getByText('100 attached, 1 can’t be attached.').waitFor();
  await dialog.getByRole('button', { name: 'Download reasons' }).waitFor();
});
