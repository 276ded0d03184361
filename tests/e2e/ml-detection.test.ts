import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { markedPicture } from './picture-on-screen.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const DORA = 'dora@ml-detection.test';
const site = openSite([{ email: DORA, name: 'Dora North', team: 'North' }]);

/** Finds one flower on each image. */
const service = createServer((request, response) => {
  void json(request).then(body => {
    const { images } = body as { images: string[] };
    const found = { label: 'flower', confidence: 0.8, x: 10, y: 20, width: 30, height: 40 };
    const labels = ['flower', 'leaf', 'ladybird'];
    response.end(JSON.stringify({ model: 'meadow 1', labels, objects: images.map(() => [found]) }));
  });
});
let connection: string;
beforeAll(async () => {
  await new Promise<void>(resolve => service.listen(0, '127.0.0.1', resolve));
  const folder = join(site().place.dataDir, 'models');
  await mkdir(folder, { recursive: true });
  connection = join(folder, 'detector.json');
  const { port } = service.address() as AddressInfo;
  const labels = ['flower', 'leaf', 'ladybird'];
  await writeFile(connection, JSON.stringify({ url: `http://127.0.0.1:${port}/`, model: 'meadow 1', labels }));
});
afterAll(async () => {
  await rm(connection, { force: true });
  await new Promise(resolve => service.close(resolve));
});

it('should run a detector on selected images, and take its predictions back', async () => {
  const client = await site().client(DORA);
  const { id: project } = await client.project('Meadow');
  const items: number[] = [];
  for (const name of ['a.png', 'b.png']) items.push((await client.upload(project, name, await markedPicture())).id);
  await client.call('POST', `/classes?project_id=${project}`, {
    classes: [{ name: 'Flower', color: '#D7263D', type: 1, attribute_groups: [] }],
  });
  const found = async (): Promise<readonly string[]> => {
    const documents = await Promise.all(items.map(each => client.annotation(project, each)));
    return documents.flatMap(({ document }) => document.instances.map(each => String(each.className)));
  };

  const { page } = await site().signedIn(DORA, `/t/${site().teamId}/p/${project}/data`);
  await page.getByText('a.png').waitFor();
  await page.locator('[data-item-list]').focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('toolbar').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Run model…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Run model on 2 items' });
  await dialog.getByText('meadow 1 looks for objects').waitFor();
  expect(await dialog.getByLabel('Class for flower').inputValue()).toBe('Flower');
  await dialog.getByLabel('Class for ladybird').click();
  await page.getByRole('option', { name: 'New class “ladybird”' }).click();
  expect(await wholeScreenFaults(page, 'run model')).toEqual([]);
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('2 items given predictions.').waitFor();
  expect(await found()).toEqual(['Flower', 'Flower']);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('2 items left without them again.').waitFor();
  expect(await found()).toEqual([]);
});
