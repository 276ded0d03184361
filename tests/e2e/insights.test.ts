import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { Download, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { photograph } from '../support/site-client.ts';
import { wholeScreenFaults as faults } from './whole-screen.ts';

const [NORA, ANTON] = ['nora@insights.test', 'anton@insights.test'] as const;
const accounts = [
  { email: NORA, name: 'Nora North', team: 'North' },
  { email: ANTON, name: 'Anton North', team: 'North' },
];
const site = openSite(accounts, { stays: true });
let base: string;

beforeAll(async () => {
  const client = await site().client(NORA);
  const { id: project } = await client.project('Streets');
  base = `/t/${site().teamId}/p/${project}`;
  const kinds = await client.classes(project, ['Car', 'Bus', 'Person']);
  await client.call('POST', `/api/v1/project/${project}/share/bulk`, { users: [{ user_id: ANTON, user_role: 1 }] });
  const picture = await photograph('dust-bowl-home');
  for (let at = 0; at < 6; at++) {
    const { id } = await client.upload(project, `street ${at}.jpg`, picture);
    const made = {
      createdBy: { email: at < 4 ? ANTON : NORA },
      creationType: 'Manual',
      points: { x1: 40, y1: 60, x2: 200, y2: 220 },
      attributes: [],
    };
    const instances = Array.from({ length: at + 1 }, (_, each) => ({
      id: randomUUID(),
      type: 'bbox',
      classId: kinds[each % 3]!.id,
      ...made,
    }));
    const body = { op: randomUUID(), base: 0, data: { metadata: { name: 'x' }, instances, tags: [], comments: [] } };
    await client.call('PUT', `/api/v1/project/${project}/item/${id}/annotation`, body);
  }
}, 120_000);

const cardOf = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });
async function saved(page: Page, title: string, entry: string): Promise<Buffer> {
  const download: Promise<Download> = page.waitForEvent('download');
  await page.getByRole('button', { name: `More about ${title}` }).click();
  await page.getByRole('menuitem', { name: entry }).click();
  return readFile(await (await download).path());
}

it('should begin with charts of the project, keep what is put together on a board, and hand it out', async () => {
  const { page } = await site().signedIn(NORA, `${base}/explore/insights`);
  await cardOf(page, 'Objects by class').locator('svg').first().waitFor();
  await cardOf(page, 'Objects by class and person').locator('svg').first().waitFor();
  await expect
    .poll(() => page.getByRole('navigation', { name: 'Project' }).locator('[aria-current]').allTextContents())
    .toEqual(['Insights']);
  expect(await faults(page, 'insights')).toEqual([]);

  await page.getByRole('button', { name: 'Add chart' }).click();
  const builder = page.getByRole('dialog', { name: 'New chart' });
  await builder.getByRole('textbox', { name: 'Title' }).fill('Who found what');
  await builder.getByRole('combobox', { name: 'Measure' }).click();
  await page.getByRole('option', { name: 'Objects', exact: true }).click();
  await builder.getByRole('combobox', { name: 'By', exact: true }).click();
  await page.getByRole('option', { name: 'Person', exact: true }).click();
  await builder.getByRole('combobox', { name: 'And by' }).click();
  await page.getByRole('option', { name: 'Class', exact: true }).click();
  await builder.getByRole('region', { name: 'Preview' }).locator('svg').first().waitFor();
  expect(await faults(page, 'insights builder')).toEqual([]);
  await builder.getByRole('button', { name: 'Add to the board' }).click();
  await page.getByRole('combobox', { name: 'Board' }).waitFor();
  const card = cardOf(page, 'Who found what');
  await card.locator('svg').first().waitFor();

  // Handed out as a picture and as values.
  const svg = (await saved(page, 'Who found what', 'Save as SVG')).toString('utf8');
  expect(['Who found what', 'Anton North', 'var(--'].map(each => svg.includes(each))).toEqual([true, true, false]);
  const { width = 0, channels } = await sharp(await saved(page, 'Who found what', 'Save as PNG')).metadata();
  expect([width > 400, channels]).toEqual([true, 4]);
  const csv = (await saved(page, 'Who found what', 'Save as CSV')).toString('utf8');
  expect(csv).toContain('Anton North,Car,5,4');

  await card.getByRole('button', { name: 'Show as a table: Who found what' }).click();
  await card.locator('tbody tr').first().waitFor();
  const lines = await card.locator('tbody tr').allTextContents();
  expect(lines).toContain('Anton NorthCar54');
  await card.getByRole('link').first().click();
  await page
    .getByText(/^\d items?$/)
    .first()
    .waitFor();
});
