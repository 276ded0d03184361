import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { photograph } from '../support/site-client.ts';
import { wholeScreenFaults as faults } from './whole-screen.ts';

const NORA = 'nora@evaluation.test';
const site = openSite([{ email: NORA, name: 'Nora North', team: 'North' }]);

it('should import predictions, show how well they fit, and lead to the items of a confusion', async () => {
  const client = await site().client(NORA);
  const { id: project } = await client.project('Streets');
  const classes: number[] = [];
  for (const name of ['Car', 'Bus'])
    classes.push(
      (
        await client.call<{ id: number }[]>('POST', `/classes?project_id=${project}`, {
          classes: [{ name, color: '#cc3322', type: 1, attribute_groups: [] }],
        })
      )[0]!.id,
    );
  const box = (classId: number, x1: number): object => ({
    id: `${classId} ${x1}`,
    type: 'bbox',
    classId,
    attributes: [],
    probability: 100,
    points: { x1, y1: 0, x2: x1 + 50, y2: 50 },
  });
  for (const name of ['7.jpg', '8.jpg']) {
    const { id } = await client.upload(project, name, await photograph('dust-bowl-home'));
    const instances = [box(classes[0]!, 0), box(classes[1]!, 200)];
    const data = { metadata: { name }, instances, tags: [], comments: [] };
    await client.call('PUT', `/api/v1/project/${project}/item/${id}/annotation`, {
      op: crypto.randomUUID(),
      base: 0,
      data,
    });
  }
  await client.call('POST', `/services/explore/api/v1/snapshots?project_id=${project}`, { name: 'First', query: '' });
  const found = (image: number, name: string, x: number, score: number): object => ({
    image_id: image,
    category_name: name,
    bbox: [x, 0, 50, 50],
    score,
  });
  const results = [
    found(7, 'Car', 2, 0.9),
    found(7, 'Bus', 203, 0.8),
    found(8, 'Bus', 3, 0.7),
    found(8, 'Car', 300, 0.2),
  ];

  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/p/${project}/evaluation`);
  await page.getByText('No predictions yet.', { exact: false }).waitFor();
  expect(await faults(page, 'evaluation empty')).toEqual([]);
  await page.getByRole('button', { name: 'Import predictions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import predictions' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Detector');
  await dialog.getByRole('textbox', { name: 'Model' }).fill('yolo11m');
  expect(await faults(page, 'evaluation import')).toEqual([]);
  await dialog
    .locator('input[type=file]')
    .setInputFiles({
      name: 'results.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(results)),
    });
  await dialog.getByText('2 items of the project match 2 documents of the file.').waitFor();
  expect(await faults(page, 'evaluation preview')).toEqual([]);
  await dialog.getByRole('button', { name: 'Keep predictions' }).click();
  await page.getByRole('button', { name: 'Evaluate Detector' }).click();
  const form = page.getByRole('dialog', { name: 'New evaluation' });
  await form.getByRole('radio', { name: 'In a version' }).check({ force: true });
  await form.getByRole('combobox', { name: 'Dataset version' }).click();
  await page.getByRole('option', { name: 'First' }).click();
  expect(await faults(page, 'evaluation new')).toEqual([]);
  await form.getByRole('button', { name: 'Evaluate' }).click();

  await page.getByRole('heading', { name: 'Detector · yolo11m against annotations of the items' }).waitFor();
  await page.locator('[data-chart] svg').waitFor();
  await page.getByText('Dataset version “First”').waitFor();
  expect(await faults(page, 'evaluation result')).toEqual([]);
  const slider = page.getByRole('slider', { name: 'Score threshold' });
  await slider.press('End');
  await page.getByRole('button', { name: '2 objects: Car, Missed' }).waitFor();
  await slider.press('Home');
  await page.getByRole('button', { name: '1 object: Car, Bus' }).click();
  const items = page.getByRole('region', { name: 'Table of items' });
  await page.getByRole('region', { name: 'Items: Car → Bus' }).waitFor();
  await items.getByRole('link', { name: '8.jpg' }).waitFor();
  await expect.poll(() => items.getByRole('link').count()).toBe(1);
  expect(await faults(page, 'evaluation cell')).toEqual([]);
  // The address keeps the threshold and the cell.
  await page.reload();
  await items.getByRole('link', { name: '8.jpg' }).waitFor();
  await page.getByRole('link', { name: 'Open in Explore: these items' }).click();
  await page.waitForURL(/\/explore\?query=/);
});
