import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import type { SiteClient } from '../support/site-client.ts';
import { wholeScreenFaults as faults } from './whole-screen.ts';

const [NORA, ANTON] = ['nora@analytics.test', 'anton@analytics.test'] as const;
const accounts = [
  { email: NORA, name: 'Nora North', team: 'North' },
  { email: ANTON, name: 'Anton North', team: 'North' },
];
const site = openSite(accounts, { stays: true });

let client: SiteClient;
let project: number;
let base: string;

beforeAll(async () => {
  client = await site().client(NORA);
  const anton = await site().client(ANTON);
  project = (await client.project('Streets')).id;
  base = `/t/${site().teamId}/p/${project}`;
  const [car, bus] = await client.classes(project, ['Car', 'Bus']);
  await client.call('POST', `/api/v1/project/${project}/share/bulk`, { users: [{ user_id: ANTON, user_role: 1 }] });
  const picture = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#667744' } })
    .jpeg()
    .toBuffer();
  for (let at = 0; at < 7; at++) {
    const { id } = await client.upload(project, `street ${at}.jpg`, picture);
    const selection = { item_ids: [id] };
    const change = (who: SiteClient, kind: string, value: unknown): Promise<unknown> =>
      who.call('POST', `/api/v1/project/${project}/items/change`, { selection, change: { kind, value } });
    if (at === 6) continue;
    await change(client, 'assign', ANTON);
    const points = { x1: 40, y1: 60, x2: 200, y2: 220 };
    const made = { createdBy: { email: ANTON, role: 'Annotator' }, creationType: 'Manual' };
    const box = (of: typeof car): object => ({
      id: randomUUID(),
      type: 'bbox',
      classId: of!.id,
      attributes: [],
      points,
      ...made,
    });
    const data = {
      metadata: { name: 'x' },
      instances: at < 4 ? [box(car), box(car), box(bus)] : [box(bus)],
      tags: [],
      comments: [],
    };
    const body = { op: randomUUID(), base: 0, data };
    await anton.call('PUT', `/api/v1/project/${project}/item/${id}/annotation`, body);
    if (at < 4) await change(anton, 'status', 3);
    if (at < 2) await change(client, 'status', 5);
    if (at === 3) await change(client, 'status', 4);
  }
}, 120_000);

const card = (page: Page, label: string): Promise<string | null> =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')
    .textContent();

it('should show a manager how the project goes, save the table of people, and lead from each figure to its items', async () => {
  const { page } = await site().signedIn(NORA, base);
  await page.waitForURL(`**${base}/overview`);
  await page.getByRole('region', { name: 'Status over time' }).locator('svg').first().waitFor();
  expect([await card(page, 'Items'), await card(page, 'Completed'), await card(page, 'Objects')]).toEqual([
    '7',
    '2',
    '14',
  ]);
  expect(await faults(page, 'project overview')).toEqual([]);

  await page.getByRole('link', { name: 'All figures' }).click();
  const people = page.getByRole('region', { name: 'Table of people' });
  await people.getByRole('cell', { name: 'Anton North', exact: true }).waitFor();
  await page.getByRole('region', { name: 'Status over time' }).locator('svg').first().waitFor();
  const quality = page.getByRole('region', { name: 'Table of quality' });
  await quality.getByRole('cell', { name: '67 %' }).waitFor();
  expect(await faults(page, 'analytics')).toEqual([]);
  await quality.scrollIntoViewIfNeeded();
  expect(await faults(page, 'analytics quality')).toEqual([]);
  const names = (): Promise<readonly string[]> => people.locator('tbody tr td:first-child').allTextContents();
  await people.getByRole('button', { name: 'Person' }).click();
  await expect.poll(names).toEqual(['Anton North', 'Nora North']);
  await people.getByRole('button', { name: 'Person' }).click();
  await expect.poll(names).toEqual(['Nora North', 'Anton North']);
  await page.getByRole('textbox', { name: 'Search people' }).fill('anton');
  await expect.poll(names).toEqual(['Anton North']);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`${ANTON},Anton North,Annotator,6,14`);
  await page.getByRole('textbox', { name: 'Search people' }).fill('');
  await page.getByRole('combobox', { name: 'Person' }).click();
  await page.getByRole('option', { name: 'Anton North' }).click();
  await expect.poll(() => card(page, 'Items')).toBe('6');
  expect(new URL(page.url()).searchParams.get('user')).toBe(ANTON);
  await page.getByRole('link', { name: '1 item: Quality check. Show in Explore' }).click();
  await page.getByText('1 item', { exact: true }).waitFor();
});

it('should show a member their own work only', async () => {
  const { page } = await site().signedIn(ANTON, `${base}/analytics`);
  await page.getByRole('heading', { name: 'Your work' }).waitFor();
  await expect.poll(() => card(page, 'Items')).toBe('6');
  const people = page.getByRole('region', { name: 'Table of people' });
  await people.getByRole('cell', { name: 'Anton North', exact: true }).waitFor();
  await expect.poll(() => people.locator('tbody tr').count()).toBe(1);
  await expect.poll(() => page.getByRole('combobox', { name: 'Folder' }).count()).toBe(0);
  expect(await faults(page, 'analytics of a member')).toEqual([]);
});
