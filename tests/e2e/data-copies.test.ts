import { expect, it } from 'vitest';
import { openSite, PASSWORD } from '../support/browser.ts';
import { SiteClient } from '../support/site-client.ts';
import { wholeScreenFaults as faults } from './whole-screen.ts';

const NORA = 'nora@north.test';
const ANTON = 'anton@north.test';
const site = openSite([{ email: NORA, name: 'Nora North', team: 'North' }, { email: ANTON, name: 'Anton North', team: 'North' }]);

it('should copy and move what is selected to another folder, and say before what is taken there', async () => {
  const client = await SiteClient.open(site().url, NORA, PASSWORD, 1);
  const { id: project } = await client.project('Streets');
  const attach = (names: readonly string[], folder?: number): Promise<readonly { id: number }[]> => client.call('POST', '/image/ext-create', { project_id: project, ...(folder === undefined ? {} : { folder_id: folder }), upload_state: 3, images: names.map(name => ({ name, path: `https://example.org/${name}` })), meta: {} });
  const { id: night } = await client.call<{ id: number }>('POST', `/folder?project_id=${project}`, { name: 'Night' });
  const items = await attach(Array.from({ length: 6 }, (_, at) => `street ${at}.jpg`));
  await attach(['street 0.jpg'], night);
  await client.call('POST', `/api/v1/project/${project}/share/bulk`, { users: [{ user_id: ANTON, user_role: 1 }] });
  await client.call('POST', `/api/v1/project/${project}/items/change`, { selection: { item_ids: [items[0]!.id] }, change: { kind: 'assign', value: ANTON } });

  const { page } = await site().signedIn(NORA, `/t/1/p/${project}/data`);
  await page.getByText('street 5.jpg').waitFor();
  await page.locator('[data-item-list]').focus();
  await page.keyboard.press('Control+a');
  await page.getByText('All 7 that match').waitFor();
  await page.getByRole('toolbar', { name: 'Selected items' }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Copy or move' }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy or move 7 items' });
  await dialog.getByRole('combobox', { name: 'To folder' }).click();
  await page.getByRole('option', { name: 'Night' }).click();
  await dialog.getByText('1 item of the selection is in this folder already and stays as it is.').waitFor();
  await dialog.getByText('1 name is taken there.').waitFor();
  expect(await faults(page, 'data copy')).toEqual([]);
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByText('5 items copied. 2 skipped.').waitFor();

  const { id: day } = await client.call<{ id: number }>('POST', `/folder?project_id=${project}`, { name: 'Day' });
  await page.goto(`/t/1/p/${project}/data/f/${night}`);
  await page.getByText('street 5.jpg').waitFor();
  await page.locator('[data-item-list]').focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('toolbar', { name: 'Selected items' }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Copy or move' }).click();
  await page.getByText('Move', { exact: true }).click();
  await page.getByRole('combobox', { name: 'To folder' }).click();
  await page.getByRole('option', { name: 'Day' }).click();
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByText('6 items moved.').waitFor();
  const { count } = await client.call<{ count: number }>('GET', `/api/v1/project/${project}/items?folder_id=${day}`);
  expect(count).toBe(6);
});

it('should not offer it to an annotator', async () => {
  const { page } = await site().signedIn(ANTON, '/t/1/p/1/data');
  await page.getByRole('gridcell').getByText('Not started').click();
  await page.getByText('1 selected').waitFor();
  // Nothing of the menu is for annotators.
  expect(await page.getByRole('toolbar', { name: 'Selected items' }).getByRole('button').allTextContents()).toEqual(['Status', '']);
});
