import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import type { SiteClient } from '../support/site-client.ts';
import { wholeScreenFaults as faults } from './whole-screen.ts';

const NORA = 'nora@explore.test';
const site = openSite([{ email: NORA, name: 'Nora North', team: 'North' }], { stays: true });

const PICTURES = ['allium-oreophilum', 'black-canyon', 'locomotion-house-cat', 'nagasaki-boats'] as const;
/** More than the server answers at once. */
const MORE = 51;
const ALL = PICTURES.length + 2;

let client: SiteClient;
let project: number;
let base: string;
/** A project of links, which are made at once. */
let long: number;

interface Found {
  readonly name: string;
  readonly annotation_status: number;
  readonly approval_status: number;
}
const picture = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#6a8caf' } })
    .jpeg()
    .toBuffer();
const search = (query: string, of = project): Promise<readonly Found[]> =>
  client.call<readonly Found[]>('POST', `/services/explore/api/v1/items/search?project_id=${of}`, { query });

beforeAll(async () => {
  client = await site().client(NORA);
  project = (await client.project('Streets')).id;
  base = `/t/${site().teamId}/p/${project}/explore`;
  const [car, person] = await client.classes(project, ['Car', 'Person']);
  for (const [index, name] of PICTURES.entries()) {
    const { id } = await client.upload(project, `${name}.jpg`, await picture(320, 240));
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
  for (const at of [0, 1]) await client.upload(project, `street ${at}.jpg`, await picture(32, 24));
  long = (await client.project('Long streets')).id;
  await client.call('POST', '/image/ext-create', {
    project_id: long,
    upload_state: 3,
    images: Array.from({ length: MORE }, (_, at) => {
      const name = `street ${String(at).padStart(3, '0')}.jpg`;
      return { name, path: `https://example.org/${name}` };
    }),
    meta: {},
  });
}, 120_000);

it('should find by queries of the project itself, by what is offered as one types, by facets and by a kept query', async () => {
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/p/${project}/data`);
  await page
    .getByRole('link', { name: 'Explore' })
    .or(page.getByRole('tab', { name: 'Explore' }))
    .first()
    .click();
  await page.getByText(`${ALL} items`).waitFor();
  await expect.poll(() => page.getByRole('list', { name: 'Examples' }).getByRole('button').count()).toBe(6);
  await page.getByRole('button', { name: 'instanceCount(className = Car) >= 2' }).click();
  await page.getByText('1 item', { exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.get('query')).toBe('instanceCount(className = Car) >= 2');
  await page.getByRole('gridcell').filter({ hasText: 'black-canyon.jpg' }).getByText('In progress').waitFor();
  await page.getByRole('button', { name: 'Clear query' }).click();
  await page.getByText(`${ALL} items`).waitFor();

  // The field has the focus once its query is cleared.
  const field = page.getByRole('combobox', { name: 'Query' });
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
  await page.getByRole('button', { name: 'Save query' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save query' });
  await dialog.getByLabel('Name').fill('With cars');
  expect(await faults(page, 'explore save')).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('“With cars” is saved.').waitFor();

  const filters = page.getByRole('complementary', { name: 'Filters' });
  expect(await filters.getByRole('checkbox', { name: 'Car' }).isChecked()).toBe(true);
  await filters.getByRole('checkbox', { name: 'Person' }).check();
  await page.getByText('3 items').waitFor();
  expect(await faults(page, 'explore facets')).toEqual([]);
  await page.getByRole('button', { name: 'Saved queries' }).click();
  const saved = page.getByRole('dialog', { name: 'Saved queries' });
  await saved.getByText('With cars').waitFor();
  await saved.getByText('With cars').click();
  await page.getByText('2 items').waitFor();
});

it('should go by keys alone from a query to an item and back, and approve objects by keys', async () => {
  const { page } = await site().signedIn(NORA, base);
  await page.getByText(`${ALL} items`).waitFor();
  await page.keyboard.press('/');
  await page.locator('[data-search-box]:focus').waitFor();
  await page.keyboard.type('instanceCount() > 0');
  await page.keyboard.press('Escape');
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
  await page.keyboard.press('Escape');
  await page.getByText('2 selected').waitFor({ state: 'detached' });
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/item\/\d+\?from=explore/);
  // The neighbours are those of the search, and the way back leads to it.
  const strip = page.getByLabel('Neighbours');
  await expect.poll(() => strip.getByRole('button').count()).toBe(3);
  await page.getByRole('option', { name: 'Car' }).waitFor();
  await page.keyboard.press('Alt+ArrowRight');
  await page.locator('[aria-current="true"][aria-label="black-canyon.jpg"]').waitFor({ state: 'attached' });
  await page.keyboard.press('Alt+ArrowUp');
  await page.getByText('3 items').waitFor();
  await expect.poll(() => page.getByRole('combobox', { name: 'Query' }).inputValue()).toBe('instanceCount() > 0');

  // Each object with its part of the picture.
  await page.getByLabel('Objects', { exact: true }).click();
  await page.getByText('3 items, 5 objects').waitFor();
  const grid = page.getByRole('grid', { name: 'Objects' });
  const tile = grid.getByRole('gridcell').filter({ hasText: 'allium-oreophilum.jpg' });
  await tile.locator('img').waitFor();
  expect(await faults(page, 'explore objects')).toEqual([]);
  await tile.click({ position: { x: 60, y: 60 } });
  await page.getByText('1 selected').waitFor();
  await grid.focus();
  await page.keyboard.press('d');
  await page.getByRole('status').filter({ hasText: '1 object disapproved.' }).waitFor();
  expect(await search('instance(approval = disapproved)')).toHaveLength(1);
  await tile.getByLabel('Disapproved').waitFor();
});

it('should choose all that match, loaded or not, change them and take that back, and put some into a subset', async () => {
  const { page } = await site().signedIn(
    NORA,
    `/t/${site().teamId}/p/${long}/explore?query=name+STARTS+street&view=list`,
  );
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
  expect(await search('status = Completed', long)).toHaveLength(50);
  await done.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await search('status = Completed', long)).length).toBe(0);

  await page.getByLabel('Grid').click();
  await page.getByRole('gridcell').filter({ hasText: 'street 002.jpg' }).click();
  await page.getByText('1 selected').waitFor();
  await bar.getByRole('button', { name: 'Subset' }).click();
  await page.getByRole('menuitem', { name: 'New subset…' }).click();
  await page.getByRole('dialog', { name: 'New subset' }).getByLabel('Name').fill('Corners');
  await page.keyboard.press('Enter');
  await page.getByText('1 item added to “Corners”.').waitFor();

  // In the subset that is picked, from which one is removed again.
  await page.getByRole('combobox', { name: 'Search in' }).click();
  await page.getByRole('option', { name: 'Corners' }).click();
  await page.getByText('1 item', { exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.get('subset_id')).toMatch(/^\d+$/);
  const corner = page.getByRole('gridcell').filter({ hasText: 'street 002.jpg' });
  await corner.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Remove from “Corners”' }).click();
  await corner.waitFor({ state: 'detached' });
  const removed = page.getByRole('status').filter({ hasText: 'removed from “Corners”.' });
  await removed.getByRole('button', { name: 'Undo' }).click();
  await corner.waitFor();
});
