import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import type { SiteClient } from '../support/site-client.ts';
import { lead } from '../support/windows.ts';
import { markedPicture } from './picture-on-screen.ts';
import { wholeScreenFaults as faults } from './whole-screen.ts';

const NORA = 'nora@setup-lists.test';
const site = openSite([{ email: NORA, name: 'Nora North', team: 'North' }], { stays: true });

const open = async (): Promise<SiteClient> => site().client(NORA);

it('should keep the categories of a project and declare its item fields, each deleted with the count shown', async () => {
  const client = await open();
  const { id: project } = await client.project('Sorted');
  const item = await client.upload(project, 'a.png', await markedPicture());
  const setup = `/t/${site().teamId}/p/${project}/setup`;
  const { page } = await site().signedIn(NORA, `${setup}/categories`);
  await page.getByText('Items of this project have no categories.').waitFor();
  await page.getByText('One per item', { exact: true }).click();
  await page.getByText('Saved.').waitFor();
  await page.getByRole('button', { name: 'Add categories' }).click();
  await page.getByLabel('Names').fill('Shoes\nshoes\nBoots\n\nBags');
  await page.getByRole('button', { name: 'Add 3' }).click();
  await page.getByText('3 categories added.').waitFor();

  await lead(page, `${setup}/custom-metadata`);
  await page.getByRole('button', { name: 'Add field' }).click();
  await page.getByLabel('Name').fill('Age');
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Number' }).click();
  await page.getByLabel('Minimum').fill('9');
  await page.getByLabel('Maximum').fill('3');
  await page.getByRole('dialog').getByRole('button', { name: 'Add field' }).click();
  await page.getByText('Maximum spec value of Age can not be less than minimum value.').waitFor();
  expect(await faults(page, 'setup custom-metadata dialog')).toEqual([]);
  await page.getByLabel('Maximum').fill('99');
  await page.getByRole('dialog').getByRole('button', { name: 'Add field' }).click();
  await page.getByRole('cell', { name: '9 to 99' }).waitFor();

  // The item gets a category and values.
  const { data } = await client.call<{ data: readonly { id: number; name: string }[] }>(
    'GET',
    `/services/work-management/api/v1/categories?project_id=${project}`,
  );
  await client.call('POST', `/items/bulk/setcategory?project_id=${project}`, {
    bulk: [{ item_id: item.id, categories: [data.find(each => each.name === 'Boots')!.id] }],
  });
  await client.call('POST', `/services/explore/api/v1/custom/metadata/schema?project_id=${project}`, {
    data: { Taken: { type: 'string', format: 'date' }, Light: { type: 'string', enum: ['day', 'night'] } },
  });
  await client.call('POST', `/services/explore/api/v1/custom/metadata/item?project_id=${project}`, {
    data: { 'a.png': { Age: 12, Light: 'day' } },
  });

  await lead(page, `${setup}/categories`);
  const name = page.getByLabel('Name of Bags');
  await name.fill('Suitcases');
  await name.press('Enter');
  await page.getByLabel('Name of Suitcases').waitFor();
  expect(await faults(page, 'setup categories')).toEqual([]);
  await page.getByLabel('Select Shoes').check();
  await page.getByLabel('Select Boots').check();
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await page.getByText('“Shoes” goes; 0 items get the one you keep').waitFor();
  expect(await faults(page, 'setup categories merge')).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
  await page.getByText('“Boots” has 1 item now.').waitFor();
  await page.getByRole('button', { name: 'Delete Boots' }).click();
  await page.getByText('1 item loses it. This cannot be undone.').waitFor();
  await page.getByRole('button', { name: 'Delete category' }).click();
  await page.getByText('“Boots” is deleted.').waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBe(2);

  // A list that is five seconds old is shown as it is, and a script made fields since.
  await page.goto(`${setup}/custom-metadata`);
  await page.getByRole('cell', { name: 'one of day, night' }).waitFor();
  expect(await faults(page, 'setup custom-metadata')).toEqual([]);
  await page.getByRole('button', { name: 'Delete Light' }).click();
  await page.getByText('1 item loses its value. This cannot be undone.').waitFor();
  await page.getByRole('button', { name: 'Delete field' }).click();
  await page.getByText('“Light” is deleted.').waitFor();
});

it('should put steps in order by the keyboard, and join the points of a skeleton', async () => {
  const client = await open();
  const { id: project } = await client.project('Stepped');
  const made = await client.call<readonly { id: number; name: string }[]>('POST', `/classes?project_id=${project}`, {
    classes: [
      {
        name: 'Head',
        color: '#D7263D',
        type: 1,
        attribute_groups: [{ name: 'State', group_type: 'radio', attributes: [{ name: 'seen' }, { name: 'covered' }] }],
      },
      { name: 'Hand', color: '#1B998B', type: 1, attribute_groups: [] },
    ],
  });
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/p/${project}/setup/steps`);
  await page.getByText('Basic steps', { exact: true }).click();
  await page.getByRole('button', { name: 'Add step' }).click();
  await page.getByRole('button', { name: 'Add step' }).click();
  await page.getByRole('combobox', { name: 'Class of step 2' }).click();
  await page.getByRole('option', { name: 'Hand' }).click();
  await page.getByRole('combobox', { name: 'Tool of step 1' }).click();
  await page.getByRole('option', { name: 'Polygon' }).click();
  await page.getByRole('combobox', { name: 'Values of step 1' }).click();
  await page.getByRole('option', { name: 'covered' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Move step 1:/ }).focus();
  await page.keyboard.press('ArrowDown');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toMatch(/^Move step 2:/);
  expect(await faults(page, 'setup steps')).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  const { data } = await client.call<{
    data: readonly { class_id: number; tool: number | null; attribute: readonly { attribute: { name: string } }[] }[];
  }>('GET', `/api/v1/project/${project}/steps`);
  const idOf = (name: string): number => made.find(each => each.name === name)!.id;
  expect(data.map(each => [each.class_id, each.tool, each.attribute.map(({ attribute }) => attribute.name)])).toEqual([
    [idOf('Hand'), null, []],
    [idOf('Head'), 3, ['covered']],
  ]);

  await page.getByText('Key points', { exact: true }).click();
  for (let at = 0; at < 3; at += 1) await page.getByRole('button', { name: 'Add point' }).click();
  await page.getByRole('img', { name: '3 points, 2 lines' }).waitFor();
  await page.getByRole('combobox', { name: 'Lines of step 3' }).press('ArrowDown');
  await page.getByRole('option', { name: '1 Head' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('img', { name: '3 points, 3 lines' }).waitFor();
  expect(await faults(page, 'setup key points')).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
  const { steps } = await client.call<{ steps: { connections: unknown } }>(
    'GET',
    `/api/v1/project/${project}/downloadSteps`,
  );
  expect(steps.connections).toEqual([
    [1, 2],
    [2, 3],
    [3, 1],
  ]);
});
