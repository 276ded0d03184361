import { beforeAll, expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import type { SiteClient } from '../support/site-client.ts';
import { lead } from '../support/windows.ts';
import { wholeScreenFaults as faults } from './whole-screen.ts';

const NORA = 'nora@projects-list.test';
const site = openSite([{ email: NORA, name: 'Nora North', team: 'North' }], { stays: true });

const open = async (): Promise<SiteClient> => site().client(NORA);
let made = false;
const FIELDS = 'entity=Project&parentEntity=Team';
/** A custom field of projects. The application reads fields as it starts, and stays open between these tests. */
let customer: number;
beforeAll(async () => {
  ({ id: customer } = await (
    await open()
  ).call<{ id: number }>('POST', `/services/work-management/api/v1/customfieldtemplates?${FIELDS}`, {
    name: 'Customer',
    component_id: 1,
  }));
});
const projects = async (): Promise<SiteClient> => {
  const client = await open();
  if (made) return client;
  made = true;
  for (const [index, name] of ['Cars', 'Bikes', 'Ships', 'Planes'].entries()) {
    const { id } = await client.project(name, 1 + (index % 2), {
      description: index === 0 ? 'Cars of all kinds, seen from the street' : '',
    });
    if (name === 'Cars') await client.classes(id, ['Car', 'Lorry']);
  }
  return client;
};

it('should find, choose columns, rename in the row, keep the filter in the address, show details and clone with what is chosen', async () => {
  const client = await projects();
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/projects`);
  await page
    .getByRole('radiogroup', { name: 'View' })
    .locator('label', { has: page.getByRole('img', { name: 'Table' }) })
    .click();
  await page.getByRole('row', { name: /Ships/ }).waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Created by' }).check();
  await page.getByRole('columnheader', { name: 'Created by' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More filters' }).click();
  expect(await faults(page, 'projects filters')).toEqual([]);
  await page.getByRole('combobox', { name: 'Created by' }).fill('nobody@projects-list.test');
  await page.getByText('No projects match.').waitFor();
  const kept = new URL(page.url());
  expect(kept.search).toContain('creator=nobody');
  await lead(page, '/nowhere');
  await page.getByText('There is no page at this address.').waitFor();
  await lead(page, kept.pathname + kept.search);
  await page.getByText('No projects match.').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('row', { name: /Ships/ }).focus();
  await page.keyboard.press('F2');
  await page.getByLabel('New name of Ships').fill('Boats');
  await page.keyboard.press('Enter');
  await page.getByRole('row', { name: /Boats/ }).waitFor();

  // Details, and a clone with what is chosen.
  await lead(page, `/t/${site().teamId}/projects?q=Cars`);
  await page.getByRole('button', { name: 'More about Cars' }).click();
  await page.getByRole('menuitem', { name: 'Details' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Decided by the first upload').waitFor();
  await drawer.getByText('No contributors yet.').waitFor();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'More about Cars' }).click();
  await page.getByRole('menuitem', { name: 'Clone…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clone project' }).waitFor();
  expect(await faults(page, 'projects clone')).toEqual([]);
  await page.getByLabel('Name').fill('Cars again');
  await page.getByRole('dialog').getByRole('button', { name: 'Clone project' }).click();
  await page.getByText('Made “Cars again”.').waitFor();
  const { data } = await client.call<{ data: readonly { id: number; name: string }[] }>(
    'GET',
    '/api/v1/projects?name=Cars%20again',
  );
  expect((await client.call<{ count: number }>('GET', `/classes?project_id=${data[0]!.id}`)).count).toBe(2);
});

it('should give many a status, delete them by typing, bring them back, and keep custom fields as columns of a view', async () => {
  const client = await projects();
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/projects?sort=name&order=asc`);
  await page
    .getByRole('radiogroup', { name: 'View' })
    .locator('label', { has: page.getByRole('img', { name: 'Table' }) })
    .click();
  await page.getByRole('row', { name: /Bikes/ }).focus();
  await page.keyboard.press(' ');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press(' ');
  await page.getByText('2 selected').waitFor();
  await page.getByRole('toolbar', { name: 'Selected projects' }).getByRole('button', { name: 'Status' }).click();
  await page.getByRole('menuitem', { name: 'On hold' }).click();
  await page.getByText('2 projects are on hold now.').waitFor();
  expect((await client.call<{ count: number }>('GET', '/api/v1/projects?status=4')).count).toBe(2);
  await page.getByRole('toolbar', { name: 'Selected projects' }).getByRole('button', { name: 'Delete' }).click();
  const remove = page.getByRole('dialog').getByRole('button', { name: 'Delete 2 projects' });
  await expect.poll(() => remove.isDisabled()).toBe(true);
  await page.getByLabel('Type “delete 2” to go on').fill('delete 2');
  await remove.click();
  await page.getByText('Deleted 2 projects.').waitFor();
  expect((await client.call<{ count: number }>('GET', '/api/v1/projects?status=4')).count).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('row', { name: /Bikes/ }).waitFor();

  // Custom fields are columns, which a view keeps.
  const { id: project } = (
    await client.call<{ data: readonly { id: number }[] }>('GET', '/api/v1/projects?name=Planes')
  ).data[0]!;
  await client.call('PATCH', `/services/work-management/api/v1/customentities/${project}?${FIELDS}`, {
    customField: { custom_field_values: { [customer]: 'Skyline' } },
  });
  await lead(page, `/t/${site().teamId}/projects?sort=name&order=asc`);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Customer' }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('cell', { name: 'Skyline' }).waitFor();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as new view…' }).click();
  await page.getByLabel('Name', { exact: true }).fill('By customer');
  expect(await faults(page, 'projects keep view')).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'By customer' }).waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Standard columns' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('cell', { name: 'Skyline' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'By customer' }).click();
  await page.getByRole('menuitem', { name: 'By customer' }).click();
  await page.getByRole('cell', { name: 'Skyline' }).waitFor();
});
