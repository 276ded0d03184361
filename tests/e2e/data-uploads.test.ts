import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import sharp from 'sharp';
import { ZipFile } from 'yazl';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import type { SiteClient } from '../support/site-client.ts';
import { wholeScreenFaults as faults } from './whole-screen.ts';

const NORA = 'nora@data-uploads.test';
const ANTON = 'anton@data-uploads.test';
const site = openSite(
  [
    { email: NORA, name: 'Nora North', team: 'North' },
    { email: ANTON, name: 'Anton North', team: 'North' },
  ],
  { stays: true },
);

let folder: string;
let large: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-files-'));
  // Three parts of the upload: noise does not pack.
  large = await sharp(randomBytes(2600 * 2600 * 3), { raw: { width: 2600, height: 2600, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  await writeFile(join(folder, 'large.png'), large);
  await writeFile(join(folder, 'later.png'), large);
  for (let each = 0; each < 6; each++)
    await writeFile(
      join(folder, `small ${each}.png`),
      await sharp({
        create: { width: 90 + each, height: 60, channels: 3, background: { r: 40 * each, g: 90, b: 120 } },
      })
        .png()
        .toBuffer(),
    );
  await writeFile(join(folder, 'broken.png'), 'no image');
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const client = (): Promise<SiteClient> => site().client(NORA);

/** Bytes of the item of that name, as the server keeps them. */
async function kept(project: number, name: string): Promise<Buffer> {
  const caller = await client();
  const { data } = await caller.call<{ data: readonly { id: number; name: string }[] }>(
    'GET',
    `/api/v1/project/${project}/items`,
  );
  const { original } = await caller.call<{ original: string }>(
    'GET',
    `/api/v1/project/${project}/item/${data.find(each => each.name === name)!.id}/asset`,
  );
  return Buffer.from(await (await fetch(new URL(original, site().url))).arrayBuffer());
}

async function slow(page: Page, bytesASecond: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesASecond,
  });
  return session;
}

const percent = async (page: Page): Promise<number> =>
  Number(
    /(\d+) %/.exec(
      await page
        .getByRole('dialog')
        .locator('[data-upload-row]')
        .filter({ hasText: /large|later/ })
        .innerText(),
    )?.[1] ?? 0,
  );

it('should go on by itself when the connection was lost in the middle, byte for byte', async () => {
  const { id: project } = await (await client()).project('Streets');
  const { page, allow } = await site().signedIn(NORA, `/t/${site().teamId}/p/${project}/data`);
  allow(/415|ERR_INTERNET_DISCONNECTED|ERR_NETWORK|WebSocket|ERR_FAILED/);
  await page.getByText('Drop images or folders here').waitFor();
  const network = await slow(page, 6_000_000);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([join(folder, 'large.png'), join(folder, 'small 0.png'), join(folder, 'broken.png')]);
  await page.getByRole('button', { name: 'Upload 3' }).click();
  await expect.poll(() => percent(page)).toBeGreaterThan(50);
  await page.getByText(/B\/s · .* left/).waitFor();
  await network.send('Network.emulateNetworkConditions', {
    offline: true,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await page.getByText('No connection, trying again').waitFor();
  expect(await faults(page, 'data upload without connection')).toEqual([]);
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 6_000_000,
  });
  await page.getByText(/Continued at \d+ %/).waitFor();
  await page.getByText('2 of 3 uploaded · 1 failed').waitFor();
  await page.getByText('broken.png').first().waitFor();
  expect((await kept(project, 'large.png')).equals(large)).toBe(true);
  expect(await faults(page, 'data uploaded')).toEqual([]);
});

it('should remove from the server what is canceled, pause, and go on after a reload with the same file', async () => {
  const { id: project } = await (await client()).project('Later');
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/p/${project}/data`);
  await page.getByText('Drop images or folders here').waitFor();
  await slow(page, 6_000_000);
  await page.locator('input[type=file]').first().setInputFiles(join(folder, 'large.png'));
  await page.getByRole('button', { name: 'Upload 1' }).click();
  await expect.poll(() => percent(page)).toBeGreaterThan(20);
  const removed = page.waitForResponse(response => response.request().method() === 'DELETE');
  await page.getByRole('button', { name: 'Cancel all' }).click();
  expect((await removed).status()).toBe(204);
  await page.getByText('0 of 1 uploaded · 1 skipped').waitFor();
  await page.locator('.mantine-Modal-close').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await page.locator('input[type=file]').first().setInputFiles(join(folder, 'later.png'));
  await page.getByRole('button', { name: 'Upload 1' }).click();
  await expect.poll(() => percent(page)).toBeGreaterThan(50);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText(/Paused at \d+ %/).waitFor();
  page.on('dialog', dialog => void dialog.accept());
  await page.reload();
  await page.getByText('Drop images or folders here').waitFor();
  await slow(page, 6_000_000);
  const patches: number[] = [];
  page.on('request', request => {
    if (request.method() === 'PATCH') patches.push(Number(request.headers()['upload-offset']));
  });
  await page.locator('input[type=file]').first().setInputFiles(join(folder, 'later.png'));
  await page.getByRole('button', { name: 'Upload 1' }).click();
  await page.getByText(/Continued at \d+ %/).waitFor();
  await page.getByText('1 of 1 uploaded').waitFor();
  expect(patches[0]).toBeGreaterThan(8_000_000);
  expect((await kept(project, 'later.png')).equals(large)).toBe(true);
});

it('should unpack an archive on the server, and report what failed in it', async () => {
  const { id: project } = await (await client()).project('Archive');
  const archive = new ZipFile();
  for (let each = 0; each < 3; each++) archive.addFile(join(folder, `small ${each}.png`), `day/small ${each}.png`);
  archive.addFile(join(folder, 'broken.png'), 'night/broken.png');
  archive.end();
  await writeFile(join(folder, 'photos.zip'), await buffer(archive.outputStream));
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/p/${project}/data`);
  await page.getByText('Drop images or folders here').waitFor();
  await page.locator('input[type=file]').first().setInputFiles(join(folder, 'photos.zip'));
  await page.getByText(/^1 archive, /).waitFor();
  await page.getByRole('switch', { name: 'Make the folders of the archive' }).check({ force: true });
  expect(await faults(page, 'data archive')).toEqual([]);
  await page.getByRole('button', { name: 'Upload 1' }).click();
  await page.getByText('Unpacked: 3 added, 1 failed').waitFor();
  expect(await faults(page, 'data archive unpacked')).toEqual([]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download reasons' }).click();
  expect(await readFile((await (await download).path())!, 'utf8')).toContain('night/broken.png,"broken.png');
  await page
    .getByRole('button', { name: 'Close', exact: true })
    .or(page.locator('.mantine-Modal-close'))
    .first()
    .click();
  await page.getByRole('link', { name: /day/ }).first().waitFor();
  await page.getByText('small 2.png').waitFor();

  // The reasons outlive the page that sent the archive.
  await page.reload();
  await page.getByRole('button', { name: /^Jobs/ }).click();
  const jobs = page.getByRole('dialog', { name: 'Jobs' });
  await jobs.getByText('photos.zip: 3 added, 1 failed').waitFor();
  expect(await faults(page, 'data archive jobs menu')).toEqual([]);
  const again = page.waitForEvent('download');
  await jobs.getByRole('button', { name: 'Download reasons' }).click();
  expect((await again).suggestedFilename()).toBe('photos.zip errors.csv');
  expect(await readFile((await (await again).path())!, 'utf8')).toContain('night/broken.png,"broken.png');
});
