import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { photograph } from '../support/site-client.ts';
import { wholeScreenFaults as faults } from './whole-screen.ts';

const NORA = 'nora@telemetry.test';
const site = openSite([{ email: NORA, name: 'Nora North', team: 'North' }]);

it('should prepare a report of the team as a file, and delete it', async () => {
  const client = await site().client(NORA);
  const { id: project } = await client.project('Streets');
  const { id } = await client.upload(project, 'street.jpg', await photograph('dust-bowl-home'));
  const body = { selection: { item_ids: [id] }, change: { kind: 'status', value: 3 } };
  await client.call('POST', `/api/v1/project/${project}/items/change`, body);

  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/telemetry`);
  await page.getByText('No report yet.', { exact: false }).waitFor();
  expect(await faults(page, 'telemetry without reports')).toEqual([]);
  await page.getByRole('button', { name: 'New report' }).click();
  const dialog = page.getByRole('dialog', { name: 'New report' });
  await dialog.getByRole('combobox', { name: 'Projects' }).click();
  await page.getByRole('option', { name: 'Streets' }).click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('combobox', { name: 'Folders' }).click();
  await page.getByRole('option', { name: 'Not in a folder' }).click();
  await page.keyboard.press('Escape');
  expect(await faults(page, 'telemetry new report')).toEqual([]);
  await dialog.getByRole('button', { name: 'Prepare' }).click();
  const download = page.getByRole('link', { name: /^Download Status flow/ });
  await download.waitFor();
  expect(await faults(page, 'telemetry')).toEqual([]);
  const saved = page.waitForEvent('download');
  await download.click();
  const [, line] = (await readFile(await (await saved).path(), 'utf8')).split('\r\n');
  expect(line).toContain(`Streets,,${id},street.jpg,NotStarted,QualityCheck,${NORA}`);
  await page.getByRole('button', { name: /^Delete Status flow/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No report yet.', { exact: false }).waitFor();
});
