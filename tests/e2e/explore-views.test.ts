import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { colourService } from '../support/colour-service.ts';
import type { SiteClient } from '../support/site-client.ts';
import { photograph } from '../support/site-client.ts';
import { lead } from '../support/windows.ts';
import { wholeScreenFaults as faults } from './whole-screen.ts';

const NORA = 'nora@views.test';
const site = openSite([{ email: NORA, name: 'Nora North', team: 'North' }], { stays: true });
const PICTURES = ['allium-oreophilum', 'black-canyon', 'locomotion-house-cat', 'nagasaki-boats'] as const;

let client: SiteClient;
let base: string;
let annotatedItem: number;

const small = async (name: string): Promise<Buffer> =>
  sharp(await photograph(name))
    .resize({ width: 400 })
    .toBuffer();

/** The first save of a document with one box. */
const annotated = (name: string, owner: { readonly id: number; readonly name: string }, points: object): object => ({
  op: randomUUID(),
  base: 0,
  data: {
    metadata: { name },
    instances: [{ id: 'a', type: 'bbox', classId: owner.id, className: owner.name, attributes: [], points }],
    tags: [],
    comments: [],
  },
});

beforeAll(async () => {
  client = await site().client(NORA);
  const project = (await client.project('Views')).id;
  base = `/t/${site().teamId}/p/${project}/explore`;
  const [car] = await client.classes(project, ['Car', 'Person']);
  for (const name of PICTURES) {
    const { id } = await client.upload(project, `${name}.jpg`, await small(name));
    const body = annotated(`${name}.jpg`, car!, { x1: 40, y1: 60, x2: 200, y2: 220 });
    await client.call('PUT', `/api/v1/project/${project}/item/${id}/annotation`, body);
    annotatedItem = id;
  }
  await client.upload(project, 'again.jpg', await small('black-canyon'));
}, 120_000);

it('should show one item at a time by keys, two queries side by side, near duplicates, similar pictures, bookmarks and versions', async () => {
  const { page } = await site().signedIn(NORA, base);
  await page.getByText('5 items').waitFor();
  await page.getByRole('radio', { name: 'One item' }).check({ force: true });
  await page.getByText('1 of 5').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByText('2 of 5').waitFor();
  await page.getByRole('list', { name: 'Objects' }).getByText('Car').waitFor();
  expect(await faults(page, 'explore zoom')).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('grid', { name: 'Items' }).waitFor();
  await page.getByRole('button', { name: 'Compare with a second query' }).click();
  const second = page.getByRole('region', { name: 'Second query' });
  await second.getByRole('combobox', { name: 'Query' }).fill('instanceCount() = 0');
  await page.keyboard.press('Enter');
  await second.getByText('1 item', { exact: true }).waitFor();
  await second.getByRole('gridcell').first().click();
  await page.getByText('1 selected').waitFor();
  expect(await faults(page, 'explore split')).toEqual([]);
  await second.getByRole('button', { name: 'Close the second query' }).click();

  // Near duplicates, similar pictures and bookmarks.
  await second.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.getByText('5 items').waitFor();
  await page.getByRole('button', { name: 'Quality', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Near duplicates', exact: true }).click();
  await page.getByText('2 items').waitFor();
  await page.getByRole('gridcell').filter({ hasText: 'again.jpg' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Find similar pictures' }).click();
  await page.getByText('4 items').waitFor();
  await page.getByRole('gridcell').first().getByText('black-canyon.jpg').waitFor();
  await page.getByRole('gridcell').first().click();
  await page.keyboard.press('b');
  await page.getByText('1 item bookmarked.').waitFor();
  await page.getByRole('button', { name: 'Bookmarks', exact: true }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'black-canyon.jpg' }).waitFor();
  // What is found is frozen.
  await page.keyboard.press('Escape');
  await lead(page, base);
  await page.getByText('5 items').waitFor();
  await page.getByRole('button', { name: 'Dataset versions' }).click();
  await page.getByRole('button', { name: 'Freeze results…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('First');
  await page.keyboard.press('Enter');
  await page.getByText(/^5 items, .*nora@views\.test$/).waitFor();
  await page.getByRole('button', { name: 'Actions of First' }).click();
  await page.getByRole('menuitem', { name: 'Export…' }).click();
  await page.getByText('Items of the dataset version “First”, as they were frozen.').waitFor();
});

it('should say what to install for the map, then draw it, select what is encircled, change the class of objects, and suggest one for what looks alike', async () => {
  const { page } = await site().signedIn(NORA, `${base}?view=map`);
  await page.getByText('No model to compare pictures is installed').waitFor();
  const models = join(site().place.dataDir, 'models');
  const service = await colourService();
  await mkdir(models, { recursive: true });
  await writeFile(
    join(models, 'embeddings.json'),
    JSON.stringify({ url: service.url, model: 'colours', dimension: 3 }),
  );
  try {
    await page.reload();
    await page.getByRole('button', { name: 'Compare pictures' }).click();
    const map = page.getByRole('application', { name: 'Map of 5 pictures' });
    await map.waitFor();
    const box = (await map.boundingBox())!;
    await page.mouse.move(box.x + 4, box.y + 4);
    await page.mouse.down();
    for (const [x, y] of [
      [box.width - 4, 4],
      [box.width - 4, box.height - 4],
      [4, box.height - 4],
    ] as const)
      await page.mouse.move(box.x + x, box.y + y);
    await page.mouse.up();
    await page.getByText('5 selected').waitFor();
    expect(await faults(page, 'explore map')).toEqual([]);
    await page.getByRole('combobox', { name: 'Colour by' }).click();
    await page.getByRole('option', { name: 'Unlike others' }).click();
    await map.focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press(' ');
    await page.getByText('1 selected').waitFor();
    await page.getByRole('button', { name: 'Search these only' }).click();
    await page.getByText('1 item', { exact: true }).waitFor();

    // From an object in the editor, and from one that was found.
    await lead(page, base.replace('explore', `item/${annotatedItem}`));
    await page.getByRole('button', { name: 'More for this item' }).waitFor();
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'More for this item' }).click();
    await page.getByRole('menuitem', { name: 'Annotate similar…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Annotate similar' });
    await dialog.getByRole('radio', { name: 'New boxes' }).check();
    expect(await faults(page, 'explore new boxes')).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await lead(page, `${base}?view=instance`);
    await page.getByText('4 objects').waitFor();
    const cells = page.getByRole('gridcell');
    const people = cells.filter({ hasText: 'Person' });
    const before = await people.count();
    await cells.nth(0).click();
    await cells.nth(1).click({ modifiers: ['ControlOrMeta'] });
    await page.getByRole('button', { name: 'Class…' }).click();
    await page.getByRole('combobox', { name: 'Class' }).click();
    await page.getByRole('option', { name: 'Person' }).click();
    expect(await faults(page, 'explore object class')).toEqual([]);
    await page.getByRole('button', { name: 'Change class' }).click();
    await page.getByText('2 items changed.').waitFor();
    await expect.poll(() => people.count()).toBeGreaterThan(before);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(() => people.count()).toBe(before);
    await page.keyboard.press('Escape');
    await cells.filter({ hasText: 'Car' }).first().click();
    await page.getByRole('button', { name: 'Annotate similar…' }).click();
    await page.getByRole('combobox', { name: 'Suggested class' }).click();
    await page.getByRole('option', { name: 'Person' }).click();
    expect(await faults(page, 'explore annotate similar')).toEqual([]);
    await page.getByRole('button', { name: 'Suggest', exact: true }).click();
    await page.getByText('3 open, 0 accepted, 0 rejected').waitFor();
    // Mean colours of photographs are all alike: only what is above the usual likeness is shown at first.
    await page.getByText(/^At least 9\d % alike$/).waitFor();
    await page.getByRole('slider').press('Home');
    await page.getByRole('button', { name: 'Accept 3' }).waitFor();
    const suggested = page.getByRole('grid', { name: 'Suggestions' });
    await suggested.getByRole('gridcell').first().click();
    await suggested.focus();
    await page.keyboard.press('d');
    await page.getByText('2 open, 0 accepted, 1 rejected').waitFor();
    await page.getByRole('button', { name: 'Accept 2' }).click();
    await page.getByText('0 open, 2 accepted, 1 rejected').waitFor();
  } finally {
    await rm(join(models, 'embeddings.json'));
    await service.close();
  }
});
