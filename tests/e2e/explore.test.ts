import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import type { SiteClient } from '../support/site-client.ts';
import { photograph } from '../support/site-client.ts';
import { lead } from '../support/windows.ts';
import { wholeScreenFaults as faults } from './whole-screen.ts';

const NORA = 'nora@explore.test';
const site = openSite([{ email: NORA, name: 'Nora North', team: 'North' }], { stays: true });

const PICTURES = ['allium-oreophilum', 'black-canyon', 'locomotion-house-cat', 'nagasaki-boats'] as const;
/** More than the server answers at once. */
const MORE = 56;

let client: SiteClient;
let project: number;
let base: string;
/** The pictures with cars. */
let subset: number;

interface Found {
  readonly name: string;
  readonly annotation_status: number;
  readonly approval_status: number;
  readonly is_pinned: boolean;
}
const search = (query: string): Promise<readonly Found[]> =>
  client.call<readonly Found[]>('POST', `/services/explore/api/v1/items/search?project_id=${project}`, { query });

beforeAll(async () => {
  client = await site().client(NORA);
  project = (await client.project('Streets')).id;
  base = `/t/${site().teamId}/p/${project}/explore`;
  const [car, person] = await client.classes(project, ['Car', 'Person']);
  for (const [index, name] of PICTURES.entries()) {
    const { id } = await client.upload(project, `${name}.jpg`, await photograph(name));
    const box = (key: string, of: typeof car): object => ({
      id: key,
      type: 'bbox',
      classId: of!.id,
      className: of!.name,
      attributes: [],
      points: { x1: 40, y1: 60, x2: 200, y2: 220 },
    });
    const instances = [[box('a', car)], [box('a', car), box('b', car), box('c', person)], [box('a', person)], []][
      index
    ]!;
    await client.call('PUT', `/api/v1/project/${project}/item/${id}/annotation`, {
      op: randomUUID(),
      base: 0,
      data: { metadata: { name: `${name}.jpg` }, instances, tags: [], comments: [] },
    });
  }
  const street = await sharp({ create: { width: 32, height: 24, channels: 3, background: '#6a8caf' } })
    .jpeg()
    .toBuffer();
  for (let at = 0; at < MORE; at++) await client.upload(project, `street ${String(at).padStart(3, '0')}.jpg`, street);
  [{ id: subset }] = await client.call<[{ id: number }]>(
    'POST',
    `/services/explore/api/v1/subsets?project_id=${project}`,
    { names: ['Hard ones'] },
  );
  await client.call('POST', `/services/explore/api/v1/subsets/change?project_id=${project}&subset_id=${subset}`, {
    action: 'ATTACH',
    query: 'instance(className = Car)',
  });
}, 120_000);

it('should begin with queries of the project itself, find by one of them, and approve objects by keys', async () => {
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/p/${project}/data`);
  await page
    .getByRole('link', { name: 'Explore' })
    .or(page.getByRole('tab', { name: 'Explore' }))
    .first()
    .click();
  await page.getByText('60 items').waitFor();
  await expect.poll(() => page.getByRole('list', { name: 'Examples' }).getByRole('button').count()).toBe(6);
  expect(await faults(page, 'explore first')).toEqual([]);
  await page.getByRole('button', { name: 'instanceCount(className = Car) >= 2' }).click();
  await page.getByText('1 item', { exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.get('query')).toBe('instanceCount(className = Car) >= 2');
  await page.getByRole('gridcell').filter({ hasText: 'black-canyon.jpg' }).getByText('In progress').waitFor();
  await page.getByRole('button', { name: 'Clear query' }).click();
  await page.getByText('60 items').waitFor();

  // Each object with its part of the picture.
  await page.getByLabel('Objects', { exact: true }).click();
  await page.getByText('60 items, 5 objects').waitFor();
  await page.getByRole('complementary', { name: 'Filters' }).getByRole('checkbox', { name: 'Car' }).check();
  await page.getByText('2 items, 3 objects').waitFor();
  const grid = page.getByRole('grid', { name: 'Objects' });
  const tile = grid.getByRole('gridcell').filter({ hasText: 'allium-oreophilum.jpg' });
  await tile.locator('img').waitFor();
  expect(await faults(page, 'explore objects')).toEqual([]);
  await tile.click({ position: { x: 60, y: 60 } });
  await page.getByText('1 selected').waitFor();
  await grid.focus();
  await page.keyboard.press('d');
  const done = page.getByRole('status').filter({ hasText: '1 object disapproved.' });
  await done.waitFor();
  expect(await search('instance(approval = disapproved)')).toHaveLength(1);
  await tile.getByLabel('Disapproved').waitFor();
  await done.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await search('instance(approval = disapproved)')).length).toBe(0);
});

it('should offer what can be written, say what is wrong under the place, fix it, and translate a question', async () => {
  const { page, allow } = await site().signedIn(NORA, base);
  allow(/status of 400/);
  await page.getByText('60 items').waitFor();
  const field = page.getByRole('combobox', { name: 'Query' });
  await page.keyboard.press('/');
  await page.keyboard.type('instance(classN');
  await page.getByRole('option', { name: 'className' }).waitFor();
  expect(await faults(page, 'explore suggestions')).toEqual([]);
  await page.keyboard.press('Tab');
  await page.keyboard.type('= C');
  await page.getByRole('option', { name: 'Car' }).click();
  await expect.poll(() => field.inputValue()).toBe('instance(className = Car ');
  await page.keyboard.type(')');
  await page.keyboard.press('Enter');
  await page.getByText('2 items').waitFor();

  await field.fill('instance(clasName = Car)');
  await page.keyboard.press('Enter');
  const problem = page.getByRole('alert').filter({ hasText: 'clasName' });
  await problem.waitFor();
  await expect.poll(() => problem.locator('mark').first().textContent()).toBe('clasName');
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  expect(await faults(page, 'explore error')).toEqual([]);
  await problem.getByRole('button', { name: 'className', exact: true }).click();
  await page.getByText('2 items').waitFor();

  await field.fill('name = nobody');
  await page.keyboard.press('Enter');
  await page.getByText('Nothing matches.').waitFor();
  expect(await faults(page, 'explore nothing')).toEqual([]);
  await page.getByRole('main').getByRole('button', { name: 'Clear query' }).last().click();
  await page.getByText('60 items').waitFor();

  // A question in English is translated.
  await field.fill('images with at least two cars');
  await page.keyboard.press('Enter');
  await page.getByText('1 item', { exact: true }).waitFor();
  await expect.poll(() => field.inputValue()).toBe('instanceCount(className = Car) >= 2');
  await page.getByText('“images with at least two cars” was translated').waitFor();
  expect(await faults(page, 'explore question')).toEqual([]);
  await field.fill('shiny images with cars');
  await page.keyboard.press('Enter');
  await page.getByText('Not understood: “shiny”.').waitFor();
  expect(await faults(page, 'explore unclear question')).toEqual([]);
  await page.getByRole('button', { name: 'Run what was understood: instance(className = Car)' }).click();
  await page.getByText('2 items').waitFor();
});

it('should go by keys alone from a query to an item, and choose by them', async () => {
  const { page } = await site().signedIn(NORA, base);
  await page.getByText('60 items').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.press('Control+Space');
  await page.getByRole('option', { name: /^instance\(/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.type('instanceCount() > 0');
  await page.keyboard.press('Enter');
  await page.getByText('3 items').waitFor();
  const list = page.getByRole('grid', { name: 'Items' });
  for (let step = 0; step < 24 && !(await list.evaluate(element => element === document.activeElement)); step++)
    await page.keyboard.press('Tab');
  expect(await list.evaluate(element => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Space');
  await page.getByText('1 selected').waitFor();
  await page.keyboard.press('Shift+ArrowRight');
  await page.getByText('2 selected').waitFor();
  await page.keyboard.press('Control+a');
  await page.getByText('3 selected').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('3 selected').waitFor({ state: 'detached' });
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/item\/\d+\?from=explore/);
  // The neighbours are those of the search, and the way back leads to it.
  const strip = page.getByLabel('Neighbours');
  await strip.getByRole('button').nth(2).waitFor({ state: 'attached' });
  await expect.poll(() => strip.getByRole('button').count()).toBe(3);
  await page.getByRole('option', { name: 'Car' }).waitFor();
  await page.keyboard.press('Alt+ArrowRight');
  await page.locator('[aria-current="true"][aria-label="black-canyon.jpg"]').waitFor({ state: 'attached' });
  await page.keyboard.press('Alt+ArrowUp');
  await page.getByText('3 items').waitFor();
  await expect.poll(() => page.getByRole('combobox', { name: 'Query' }).inputValue()).toBe('instanceCount() > 0');
});

it('should choose all that match, loaded or not, change them, and take that back', async () => {
  const { page } = await site().signedIn(NORA, `${base}?query=name+STARTS+street&view=list`);
  await page.getByText(`${MORE} items`).waitFor();
  await page.getByRole('columnheader', { name: 'Folder' }).waitFor();
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await row('street 001.jpg').click();
  await row('street 003.jpg').click({ modifiers: ['Shift'] });
  await page.getByText('3 selected').waitFor();
  await page.keyboard.press('Control+a');
  await page.getByText(`${MORE} selected`).waitFor();
  const bar = page.getByRole('toolbar', { name: 'Selected items' });
  expect(await faults(page, 'explore list')).toEqual([]);
  await bar.getByRole('button', { name: 'Status' }).click();
  await page.getByRole('menuitem', { name: 'Completed' }).click();
  const done = page.getByRole('status').filter({ hasText: `${MORE} items moved.` });
  await done.waitFor();
  expect(await search('status = Completed')).toHaveLength(50);
  await done.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await search('status = Completed')).length).toBe(0);

  await page.getByLabel('Grid').click();
  await page.getByRole('gridcell').filter({ hasText: 'street 002.jpg' }).click();
  await page.getByText('1 selected').waitFor();
  await bar.getByRole('button', { name: 'Approval' }).click();
  await page.getByRole('menuitem', { name: 'Approve', exact: true }).click();
  await page.getByText('1 item approved.').waitFor();
  await bar.getByRole('button', { name: 'More' }).click();
  for (const entry of ['Open', 'Copy link', 'Export selection'])
    await page.getByRole('menuitem', { name: entry }).waitFor();
  expect(await faults(page, 'explore more')).toEqual([]);
  await page.getByRole('menuitem', { name: 'Pin', exact: true }).click();
  await page.getByText('1 item pinned.').waitFor();
  expect((await search('name = "street 002.jpg"'))[0]).toMatchObject({ approval_status: 2, is_pinned: true });
  await bar.getByRole('button', { name: 'Approval' }).click();
  await page.getByRole('menuitem', { name: 'Approve', exact: true }).click();
  await page.getByText('Nothing to change.').waitFor();
});

it('should keep a query under a name, and open the same search by a link', async () => {
  const { page } = await site().signedIn(NORA, base);
  await page.getByText('60 items').waitFor();
  await page.getByRole('combobox', { name: 'Query' }).fill('instance(className = Person)');
  await page.keyboard.press('Enter');
  await page.getByText('2 items').waitFor();
  await page.getByRole('button', { name: 'Save query' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save query' });
  await dialog.getByLabel('Name').fill('With people');
  expect(await faults(page, 'explore save')).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('“With people” is saved.').waitFor();
  await page.getByLabel('List', { exact: true }).click();
  await page.getByRole('columnheader', { name: 'Approval' }).waitFor();
  const link = page.url();

  await page.goto('about:blank');
  await page.goto(link);
  await page.getByText('2 items').waitFor();
  await page.getByRole('columnheader', { name: 'Approval' }).waitFor();
  await page.getByRole('button', { name: 'Clear query' }).click();
  await page.getByText('60 items').waitFor();
  await page.getByRole('button', { name: 'Saved queries' }).click();
  const saved = page.getByRole('dialog', { name: 'Saved queries' });
  await saved.getByText('With people').waitFor();
  expect(await faults(page, 'explore saved')).toEqual([]);
  await saved.getByRole('button', { name: 'Actions of With people' }).click();
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  await page.getByRole('dialog', { name: 'Rename query' }).getByLabel('Name').fill('People');
  await page.getByRole('dialog', { name: 'Rename query' }).getByRole('button', { name: 'Save' }).click();
  await saved.getByText('People', { exact: true }).click();
  await page.getByText('2 items').waitFor();
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Query' }).inputValue())
    .toBe('instance(className = Person)');
  await page.getByRole('button', { name: 'Saved queries' }).click();
  await saved.getByRole('button', { name: 'Actions of People' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete query' }).getByRole('button', { name: 'Delete' }).click();
  await saved.getByText('No saved queries yet.').waitFor();
});

it('should narrow results down by facets and by a subset, and remove conditions by their chips', async () => {
  const { page } = await site().signedIn(NORA, base);
  await page.getByText('60 items').waitFor();
  const filters = page.getByRole('complementary', { name: 'Filters' });
  await filters.getByRole('checkbox', { name: 'Car' }).check();
  await page.getByText('2 items').waitFor();
  await expect.poll(() => page.getByRole('combobox', { name: 'Query' }).inputValue()).toBe('instance(className = Car)');
  await filters.getByRole('checkbox', { name: 'Person' }).check();
  await page.getByText('3 items').waitFor();
  await filters.getByRole('checkbox', { name: 'In progress' }).focus();
  await page.keyboard.press('Space');
  const chips = page.getByRole('list', { name: 'Conditions' });
  await chips.getByText('metadata(status = InProgress)').waitFor();
  for (const section of ['Assigned to', 'File size', 'Approval'])
    await filters.getByRole('button', { name: section }).click();
  await filters.getByRole('checkbox', { name: 'Nobody' }).waitFor();
  expect(await faults(page, 'explore facets')).toEqual([]);
  await chips.getByRole('button', { name: 'Remove the condition instance(className IN [Car, Person])' }).click();
  await chips.waitFor({ state: 'detached' });
  await expect.poll(() => filters.getByRole('checkbox', { name: 'Car' }).isChecked()).toBe(false);
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await filters.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await filters.waitFor();

  // In a subset that is picked or named by the address.
  await filters.getByRole('checkbox', { name: 'In progress' }).uncheck();
  await page.getByText('60 items').waitFor();
  await page.getByRole('combobox', { name: 'Search in' }).click();
  await page.getByRole('option', { name: 'Hard ones' }).click();
  await page.getByText('2 items').waitFor();
  expect(new URL(page.url()).searchParams.get('subset_id')).toBe(String(subset));
  const inSubset = page.url();
  await lead(page, base);
  await page.getByText('60 items').waitFor();
  await lead(page, inSubset);
  await page.getByText('2 items').waitFor();
  await expect.poll(() => page.getByRole('combobox', { name: 'Search in' }).inputValue()).toBe('Hard ones');
});

it('should fill, rename and delete a subset', async () => {
  const { page } = await site().signedIn(NORA, `${base}?query=name+STARTS+street`);
  await page.getByText(`${MORE} items`).waitFor();
  await page.getByRole('gridcell').filter({ hasText: 'street 002.jpg' }).click();
  const bar = page.getByRole('toolbar', { name: 'Selected items' });
  await bar.getByRole('button', { name: 'Subset' }).click();
  expect(await faults(page, 'explore subset menu')).toEqual([]);
  await page.getByRole('menuitem', { name: 'New subset…' }).click();
  const made = page.getByRole('dialog', { name: 'New subset' });
  await made.getByLabel('Name').fill('Street corners');
  expect(await faults(page, 'explore new subset with items')).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByText('1 item added to “Street corners”.').waitFor();

  // By keys: the next item too, to the subset whose name begins like that.
  await page.getByRole('grid', { name: 'Items' }).focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.getByText('2 selected').waitFor();
  await page.keyboard.press('Alt+s');
  const dialog = page.getByRole('dialog', { name: 'Add to subset' });
  await dialog.getByRole('combobox', { name: 'Subset' }).pressSequentially('street c');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await dialog.getByText('1 item will be added. 1 item is already in it.').waitFor();
  expect(await faults(page, 'explore add to subset')).toEqual([]);
  await dialog.getByRole('button', { name: 'Add 1 item' }).press('Enter');
  const added = page.getByRole('status').filter({ hasText: '1 item added to “Street corners”. 1 was unchanged.' });
  await added.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('1 item removed from “Street corners”.').waitFor();
  await page.getByRole('button', { name: 'Subsets', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Subsets' });
  await drawer.getByText('Street corners').waitFor();
  expect(await faults(page, 'explore subsets')).toEqual([]);
  await drawer.getByRole('button', { name: 'Actions of Street corners' }).click();
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  const naming = page.getByRole('dialog', { name: 'Rename subset' });
  await naming.getByLabel('Name').fill('Corners');
  await naming.getByRole('button', { name: 'Rename' }).click();
  await drawer.getByText('Corners', { exact: true }).click();
  await page.getByText('1 item', { exact: true }).waitFor();
  await page.getByRole('gridcell').filter({ hasText: 'street 002.jpg' }).click();
  await bar.getByRole('button', { name: 'Subset' }).click();
  await page.getByRole('menuitem', { name: 'Remove from “Corners”' }).click();
  const removed = page.getByRole('status').filter({ hasText: '1 item removed from “Corners”.' });
  await removed.waitFor();
  await page.getByText('Nothing matches.').waitFor();
  await removed.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('1 item', { exact: true }).waitFor();

  // A subset that the query names.
  await lead(page, `${base}?query=inSubset(Corners)`);
  await page.getByRole('gridcell').filter({ hasText: 'street 002.jpg' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Remove from “Corners”' }).click();
  await page.getByText('Nothing matches.').waitFor();
  await lead(page, `${base}?query=name+STARTS+street`);
  await page.getByText(`${MORE} items`).waitFor();
  await page.getByRole('button', { name: 'Subsets', exact: true }).click();
  await drawer.getByRole('button', { name: 'Actions of Corners' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete subset' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('“Corners” is deleted.').waitFor();
  await page.getByText(`${MORE} items`).waitFor();
});
