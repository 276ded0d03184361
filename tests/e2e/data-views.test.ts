import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { wholeScreenFaults as faults } from './whole-screen.ts';

const NORA = 'nora@data-views.test';
const ANTON = 'anton@data-views.test';
const site = openSite(
  [
    { email: NORA, name: 'Nora North', team: 'North' },
    { email: ANTON, name: 'Anton North', team: 'North' },
  ],
  { stays: true },
);

it('should keep columns, order and filters as views: of a person, of the team, and one to begin with', async () => {
  const client = await site().client(NORA);
  const { id: project } = await client.project('Streets');
  const items = await client.call<readonly { id: number; name: string }[]>('POST', '/image/ext-create', {
    project_id: project,
    upload_state: 3,
    images: Array.from({ length: 30 }, (_, at) => ({
      name: `street ${String(at).padStart(2, '0')}.jpg`,
      path: `https://example.org/${at}.jpg`,
    })),
    meta: { 'street 03.jpg': { width: 640, height: 480 } },
  });
  await client.call('POST', `/services/explore/api/v1/custom/metadata/schema?project_id=${project}`, {
    data: { Weather: { type: 'string' } },
  });
  await client.call('POST', `/services/explore/api/v1/custom/metadata/item?project_id=${project}`, {
    data: { [items[0]!.name]: { Weather: 'sun' } },
  });
  await client.call('POST', `/api/v1/project/${project}/share/bulk`, { users: [{ user_id: ANTON, user_role: 1 }] });
  await client.call('POST', `/api/v1/project/${project}/items/change`, {
    selection: { item_ids: items.slice(0, 5).map(each => each.id) },
    change: { kind: 'assign', value: ANTON },
  });

  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/p/${project}/data`);
  await page.getByRole('img', { name: 'Table' }).click();
  const head = page.getByRole('columnheader');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Weather' }).check();
  await page.getByRole('checkbox', { name: 'Annotator' }).check();
  await page.getByRole('checkbox', { name: 'Objects' }).uncheck();
  // The second column becomes the third by the keys.
  await page.getByRole('button', { name: /^Move Status/ }).press('ArrowDown');
  expect(await faults(page, 'data columns')).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('separator', { name: 'Width of Name' }).press('ArrowLeft');
  await expect
    .poll(() => page.getByRole('separator', { name: 'Width of Name' }).getAttribute('aria-valuenow'))
    .toBe('264');
  await page.getByRole('gridcell', { name: 'sun' }).waitFor();
  await page.getByRole('gridcell', { name: 'Anton North' }).first().waitFor();
  expect((await head.allTextContents()).filter(each => each !== '')).toEqual([
    'Name',
    'Assigned',
    'Status',
    'Size',
    'Changed',
    'Weather',
    'Annotator',
  ]);
  expect(await faults(page, 'data table')).toEqual([]);

  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByText('No views yet.').waitFor();
  await page.getByRole('menuitem', { name: 'Save as new view…' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Weather, last first');
  await page.getByLabel('For the whole team').check();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Weather, last first' }).click();
  await page.getByRole('menuitem', { name: 'Set as default for everyone' }).click();
  await page.getByRole('button', { name: 'Weather, last first' }).click();
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Weather');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Weather', exact: true }).nth(0).waitFor();

  // Anton begins with it, may not change it, and keeps one of their own.
  const { page: other } = await site().signedIn(ANTON, `/t/${site().teamId}/p/${project}/data`);
  await other.getByRole('columnheader', { name: 'Weather' }).waitFor();
  await other.getByRole('row').nth(1).getByText('street 04.jpg').waitFor();
  await other.getByRole('button', { name: 'Weather', exact: true }).click();
  await expect.poll(() => other.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0);
  await other.getByRole('menuitem', { name: 'Save as new view…' }).click();
  await expect.poll(() => other.getByLabel('For the whole team').count()).toBe(0);
  await other.getByLabel('Name', { exact: true }).fill('Own');
  await other.keyboard.press('Enter');
  await other.getByRole('button', { name: 'Own', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Weather', exact: true }).nth(0).click();
  await expect.poll(() => page.getByRole('menuitem', { name: 'Own' }).count()).toBe(0);
});
