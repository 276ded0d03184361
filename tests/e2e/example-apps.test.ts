import { readdirSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AppManifest } from '#sdk/app/app-manifest.ts';
import { openSite } from '../support/browser.ts';
import type { SiteClient, StoredInstance } from '../support/site-client.ts';
import { publishApp } from './app-steps.ts';

const NORA = 'nora@example-apps.test';
const site = openSite([{ email: NORA, name: 'Nora North', team: 'North' }]);
const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));

let model: Server;
beforeAll(async () => {
  const { serve } = (await import(join(EXAMPLES, 'model-assist/server.mjs'))) as {
    serve(port: number): Promise<Server>;
  };
  model = await serve(0);
});
afterAll(() => model?.close());

/** The files of an example, as a person would put them into an app. */
function filesOf(name: string): Record<string, string> {
  const folder = join(EXAMPLES, name);
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(each => each.isFile() && /\.(tsx?|json)$/.test(each.name) && !each.name.includes('.test.'))
    .map(each => relative(folder, join(each.parentPath, each.name)));
  return Object.fromEntries(paths.map(each => [each, readFileSync(join(folder, each), 'utf8')]));
}

/** Publishes an example with all it asks for allowed; how that is done on the screen is tested where apps are made. */
async function published(
  client: SiteClient,
  files: Record<string, string>,
): Promise<{ readonly id: number; readonly name: string }> {
  return {
    id: await publishApp(site(), client, files),
    name: (JSON.parse(files['loupe-app.json']!) as AppManifest).name,
  };
}

/** A grey picture with two bright boxes. */
const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 320, height: 240, channels: 3, background: '#404040' } })
    .composite([
      { input: { create: { width: 80, height: 60, channels: 3, background: '#f0f0f0' } }, left: 40, top: 60 },
      { input: { create: { width: 60, height: 90, channels: 3, background: '#e0e0e0' } }, left: 200, top: 90 },
    ])
    .png()
    .toBuffer();

it('model-assist should ask a model at a host that was allowed, and add the boxes that were chosen', async () => {
  const client = await site().client(NORA);
  const host = `http://localhost:${(model.address() as AddressInfo).port}`;
  const files = Object.fromEntries(
    Object.entries(filesOf('model-assist')).map(([path, text]) => [
      path,
      text.replaceAll('http://localhost:8700', host),
    ]),
  );
  const { id, name } = await published(client, files);
  const { capabilities } = JSON.parse(files['loupe-app.json']!) as AppManifest;
  await client.call('PUT', `/team/${site().teamId}/customapps/${id}/grant`, { capabilities, hosts: [], open: [] });
  const { id: projectId } = await client.project('Assisted');
  await client.classes(projectId, ['Lamp']);
  const { id: itemId } = await client.upload(projectId, 'lamps.png', await picture());
  const { page, allow } = await site().signedIn(NORA, `/t/${site().teamId}/p/${projectId}/item/${itemId}`);
  allow(/403/);
  await page.getByRole('tab', { name: 'Apps' }).click();
  const app = page.getByRole('region', { name }).frameLocator('iframe');
  await app.getByRole('button', { name: 'Propose boxes' }).click({ timeout: 30_000 });
  await app
    .getByRole('alert')
    .getByText(new RegExp(host.slice('http://'.length)))
    .waitFor();

  await client.call('PUT', `/team/${site().teamId}/customapps/${id}/grant`, { capabilities, hosts: [host], open: [] });
  await page.reload();
  await app.getByRole('button', { name: 'Propose boxes' }).click({ timeout: 30_000 });
  await app.getByText('Box 2, 100 %').waitFor();
  await app.getByRole('button', { name: 'Add 2 boxes' }).click();
  await expect.poll(async () => (await client.annotation(projectId, itemId)).document.instances.length).toBe(2);
  const { document } = await client.annotation(projectId, itemId);
  const [first] = document.instances as readonly (StoredInstance & {
    readonly points: { readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number };
  })[];
  // The model sees 64 pixels of 320.
  for (const [side, at] of [
    ['x1', 40],
    ['y1', 60],
    ['x2', 120],
    ['y2', 120],
  ] as const)
    expect(Math.abs(first!.points[side] - at)).toBeLessThanOrEqual(5);
  // The editor shows them at once, without asking the person to load anything.
  await page.getByRole('tab', { name: /Instances|Objects/ }).click();
  await page.getByText('Lamp', { exact: true }).nth(1).waitFor();
  await expect.poll(() => page.getByText(/changed these annotations/).count()).toBe(0);
}, 240_000);

/** A sound of two seconds: silence, then a tone, as 16-bit PCM. */
function tone(): Buffer {
  const rate = 8000;
  const samples = Int16Array.from({ length: rate * 2 }, (_, at) =>
    at < rate ? 0 : Math.round(Math.sin(at / 3) * 20_000),
  );
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.byteLength, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    head.writeUInt16LE(value, at);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.write('data', 36);
  head.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([head, Buffer.from(samples.buffer)]);
}

it('audio-editor should open sounds in place of the product’s own editor, keep what is marked, and step aside', async () => {
  const client = await site().client(NORA);
  const { name } = await published(client, filesOf('audio-editor'));
  const { id: projectId } = await client.project('Sounds', 6);
  await client.call('POST', `/classes?project_id=${projectId}`, {
    classes: [{ name: 'Horn', color: '#1B998B', type: 2, attribute_groups: [] }],
  });
  const { id: itemId } = await client.upload(projectId, 'fog horn.wav', tone());
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/p/${projectId}/item/${itemId}`);
  const app = page.getByRole('region', { name }).frameLocator('iframe');
  await app.getByText('No stretch is marked yet.').waitFor();
  await app.getByText(/2\.00 s/).waitFor();
  const box = (await app.getByRole('img', { name: 'The sound' }).boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.75, box.y + 40, { steps: 5 });
  await page.mouse.up();
  await app.getByText(/1\.\d\d–1\.\d\d s, Horn/).waitFor();
  await app.getByText('Saved.').waitFor();
  await app.getByRole('button', { name: 'Play' }).click();
  await page.reload();
  await app.getByText(/1\.\d\d–1\.\d\d s, Horn/).waitFor();
  await page.getByRole('button', { name: 'Standard editor' }).click();
  await page.getByRole('region', { name }).waitFor({ state: 'detached' });
  await page.locator('audio').waitFor();
}, 240_000);
