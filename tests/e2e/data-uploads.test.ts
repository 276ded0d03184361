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
import { lead } from '../support/windows.ts';
import { wholeScreenFaults as faults } from './whole-screen.ts';

const NORA = 'nora@data-uploads.test';
const site = openSite([{ email: NORA, name: 'Nora North', team: 'North' }]);

let folder: string;
let large: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-files-'));
  // Three parts of the upload: noise does not pack.
  large = await sharp(randomBytes(2600 * 2600 * 3), { raw: { width: 2600, height: 2600, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  await writeFile(join(folder, 'large.png'), large);
  await writeFile(join(folder, 'unwanted.png'), large);
  for (let each = 0; each < 4; each++)
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

/** The speed at which the page sends; undefined: it is without a connection. */
async function connection(session: CDPSession, bytesASecond: number | undefined): Promise<void> {
  await session.send('Network.emulateNetworkConditions', {
    offline: bytesASecond === undefined,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesASecond ?? -1,
  });
}

const sent = async (page: Page): Promise<number> =>
  Number(
    /(\d+) %/.exec(
      await page
        .getByRole('dialog')
        .locator('[data-upload-row]')
        .filter({ hasText: /large|unwanted/ })
        .innerText(),
    )?.[1] ?? 0,
  );

async function upload(page: Page, ...names: readonly string[]): Promise<void> {
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(names.map(name => join(folder, name)));
  if (names[0]!.endsWith('.zip')) {
    await page.getByText(/^1 archive, /).waitFor();
    await page.getByRole('switch', { name: 'Make the folders of the archive' }).check({ force: true });
    expect(await faults(page, 'data archive')).toEqual([]);
  }
  await page.getByRole('button', { name: `Upload ${names.length}` }).click();
}

async function closeDialog(page: Page): Promise<void> {
  await page.locator('.mantine-Modal-close').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** The name and text of the file that a link in the dialog about the archive downloads. */
async function reasons(page: Page): Promise<readonly [name: string, text: string]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download reasons' }).click(),
  ]);
  return [download.suggestedFilename(), await readFile((await download.path())!, 'utf8')];
}

async function unpackArchive(page: Page): Promise<void> {
  const archive = new ZipFile();
  for (let each = 0; each < 3; each++) archive.addFile(join(folder, `small ${each}.png`), `day/small ${each}.png`);
  archive.addFile(join(folder, 'broken.png'), 'night/broken.png');
  archive.end();
  await writeFile(join(folder, 'photos.zip'), await buffer(archive.outputStream));
  await upload(page, 'photos.zip');
  await page.getByText('Unpacked: 3 added, 1 failed').waitFor();
  expect(await faults(page, 'data archive unpacked')).toEqual([]);
  expect((await reasons(page))[1]).toContain('night/broken.png,"broken.png');
  await closeDialog(page);
  await page.getByRole('link', { name: /day/ }).first().waitFor();
  await page.getByText('small 2.png').waitFor();
}

it('should unpack an archive and keep what failed in it, remove what is canceled, and go on byte for byte after a lost connection, a pause and a reload', async () => {
  const { id: first } = await (await client()).project('Archive');
  const { id: project } = await (await client()).project('Streets');
  const { page, allow } = await site().signedIn(NORA, `/t/${site().teamId}/p/${first}/data`);
  allow(/415|ERR_INTERNET_DISCONNECTED|ERR_NETWORK|WebSocket|ERR_FAILED/);
  await page.getByText('Drop images or folders here').waitFor();
  await unpackArchive(page);

  await lead(page, `/t/${site().teamId}/p/${project}/data`);
  await page.getByText('Drop images or folders here').waitFor();
  const network = await page.context().newCDPSession(page);
  await connection(network, 6_000_000);
  await upload(page, 'unwanted.png');
  await expect.poll(() => sent(page)).toBeGreaterThan(20);
  const removed = page.waitForResponse(response => response.request().method() === 'DELETE');
  await page.getByRole('button', { name: 'Cancel all' }).click();
  expect((await removed).status()).toBe(204);
  await page.getByText('0 of 1 uploaded · 1 skipped').waitFor();
  await closeDialog(page);

  await upload(page, 'large.png');
  await expect.poll(() => sent(page)).toBeGreaterThan(50);
  await page.getByText(/B\/s · .* left/).waitFor();
  await connection(network, undefined);
  await page.getByText('No connection, trying again').waitFor();
  expect(await faults(page, 'data upload without connection')).toEqual([]);
  // Slowly enough that it is not done before the click.
  await connection(network, 1_000_000);
  await page.getByText(/Continued at \d+ %/).waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText(/Paused at \d+ %/).waitFor();
  page.on('dialog', dialog => void dialog.accept());
  await page.reload();

  // The reasons outlive the page that sent the archive.
  await page.getByRole('button', { name: /^Jobs/ }).click();
  const jobs = page.getByRole('dialog', { name: 'Jobs' });
  await jobs.getByText('photos.zip: 3 added, 1 failed').waitFor();
  expect(await faults(page, 'data archive jobs menu')).toEqual([]);
  const [name, text] = await reasons(page);
  expect(name).toBe('photos.zip errors.csv');
  expect(text).toContain('night/broken.png,"broken.png');
  await page.keyboard.press('Escape');
  await jobs.waitFor({ state: 'detached' });

  await connection(network, 20_000_000);
  const offsets: number[] = [];
  page.on('request', request => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
  });
  await upload(page, 'large.png', 'small 3.png', 'broken.png');
  await page.getByText('2 of 3 uploaded · 1 failed').waitFor();
  await page.getByText('Continued to Streets').waitFor();
  await page.getByText('broken.png').first().waitFor();
  expect(Math.max(...offsets)).toBeGreaterThan(8_000_000);
  expect((await kept(project, 'large.png')).equals(large)).toBe(true);
  expect(await faults(page, 'data uploaded')).toEqual([]);
});
