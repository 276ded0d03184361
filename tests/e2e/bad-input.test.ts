import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { hugePicture } from '../support/huge-picture.ts';
import type { SiteClient } from '../support/site-client.ts';
import { photograph } from '../support/site-client.ts';
import { takePicture } from './screen-checks.ts';

const OLIVE = 'olive@bad-input.test';
const site = openSite(
  [
    { email: OLIVE, name: 'Olive North', team: 'North' },
    { email: 'sam@south-bad-input.test', name: 'Sam South', team: 'South' },
  ],
  { stays: true },
);
const zip = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(400, 7)]);
const owner = (): Promise<SiteClient> => site().client(OLIVE);

/** 600 megapixels; the plan of a new organization takes 400. */
const huge = hugePicture(30_000, 20_000);

it('should say by code and text what is wrong with a call, and keep what was good', async () => {
  const client = await owner();
  const { id } = await client.project('Calls');
  const photo = await photograph('allium-oreophilum');
  const upload = (name: string, bytes: Uint8Array): ReturnType<SiteClient['send']> =>
    client.send('PUT', `/api/v1/project/${id}/upload?name=${encodeURIComponent(name)}`, bytes);

  expect(await upload('good.jpg', photo)).toMatchObject({ status: 200, body: { status: 'created' } });
  expect(await upload('good.jpg', photo)).toMatchObject({ status: 200, body: { status: 'skipped' } });
  expect(await upload('zip.jpg', zip)).toMatchObject({ status: 415, body: { code: 'TYPE_NOT_SUPPORTED' } });
  expect(await upload('cut.jpg', photo.subarray(0, photo.length / 3))).toMatchObject({
    status: 422,
    body: { code: 'ASSET_UNREADABLE', error: expect.stringContaining('cut.jpg') },
  });
  expect(await upload('huge.png', huge)).toMatchObject({
    status: 413,
    body: { code: 'TOO_LARGE', error: expect.stringContaining('huge.png is larger than') },
  });
  for (const name of ['x'.repeat(300), 'a/b.jpg', 'what?.jpg', '', '<b>.jpg'])
    expect(await upload(name, photo), name).toMatchObject({ status: 400, body: { code: 'INVALID_FIELD' } });

  for (const name of ['x'.repeat(300), 'a/b', '', 'no:good', 'Calls', 'CALLS']) {
    const { status, body } = await client.send('POST', '/project', { name, type: 1 });
    expect([name, status, body['code']]).toEqual(
      name.toLowerCase() === 'calls' ? [name, 409, 'NAME_EXISTS'] : [name, 400, 'INVALID_FIELD'],
    );
  }
  expect(await client.send('POST', '/project', { name: 'Calls', type: 1 })).toMatchObject({
    body: { error: 'A project with this name already exists.' },
  });
  for (const body of [
    { name: 5, type: 1 },
    { name: 'Wrong type', type: 99 },
    { name: 'Wrong type', type: 'vector' },
    [],
    'text',
    null,
  ]) {
    expect(await client.send('POST', '/project', body), JSON.stringify(body)).toMatchObject({
      status: 400,
      body: { error: expect.any(String), code: expect.stringMatching(/INVALID_FIELD|BAD_REQUEST/) },
    });
  }
  expect(await client.send('GET', `/api/v1/project/${id}/items?colour=red`)).toMatchObject({
    status: 400,
    body: { code: 'INVALID_FIELD', details: { issues: [{ field: 'query.colour' }] } },
  });
  expect(
    await client.send('POST', `/api/v1/project/${id}/items/change`, {
      selection: { item_ids: ['one'] },
      change: { kind: 'pin', value: 'yes' },
    }),
  ).toMatchObject({ status: 400, body: { code: 'INVALID_FIELD' } });

  const south = await site().client('sam@south-bad-input.test');
  for (const path of [`/api/v1/project/${id}`, `/api/v1/project/${id}/items`, `/classes?project_id=${id}`])
    expect(await south.send('GET', path), path).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  expect(await client.send('GET', '/api/v1/project/2000000011')).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND', error: 'The project was not found. It may have been deleted.' },
  });

  const { data } = await client.call<{ data: readonly { name: string }[] }>('GET', `/api/v1/project/${id}/items`);
  expect(data.map(each => each.name)).toEqual(['good.jpg']);
});

it('should say on the screen which files were not taken and why, and take the others', async () => {
  const client = await owner();
  const { id } = await client.project('Files');
  const photo = await photograph('nagasaki-boats');
  await client.upload(id, 'known.jpg', photo);
  const folder = await mkdtemp(join(tmpdir(), 'loupe-bad-'));
  const files = Object.entries({
    'good.jpg': photo,
    'known.jpg': photo,
    'zip.jpg': zip,
    'cut.jpg': photo.subarray(0, photo.length / 3),
    'huge.png': huge,
  });
  for (const [name, bytes] of files) await writeFile(join(folder, name), bytes);

  const { page, allow } = await site().signedIn(OLIVE, `/t/${site().teamId}/p/${id}/data`);
  // The browser itself writes each refusal into the console.
  allow(/Failed to load resource: the server responded with a status of (413|415|422)/);
  await page.getByRole('button', { name: 'Upload', exact: true }).first().click();
  const picker = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose images' }).last().click();
  await (await picker).setFiles(files.map(([name]) => join(folder, name)));
  await page.getByRole('button', { name: 'Upload 5' }).click();
  const status = page.getByRole('status').filter({ hasText: 'uploaded' });
  await status.filter({ hasText: '3 failed' }).waitFor();
  await takePicture(page, 'bad-input upload');
  const dialog = page.getByRole('dialog');
  for (const text of [/cut\.jpg can't be read as an image/, /huge\.png is larger than/, /zip\.jpg is a zip archive/])
    await dialog.getByText(text).first().waitFor();
  await expect
    .poll(async () =>
      (await client.call<{ data: readonly { name: string }[] }>('GET', `/api/v1/project/${id}/items`)).data.map(
        each => each.name,
      ),
    )
    .toEqual(['good.jpg', 'known.jpg']);
});

it('should say while typing that a name cannot be used', async () => {
  const client = await owner();
  await client.project('Taken');
  const { page } = await site().signedIn(OLIVE, `/t/${site().teamId}/projects/new?step=general`);
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('taken');
  await page.getByText('A project with this name already exists.').waitFor();
  await name.fill('a/b');
  await expect.poll(() => page.getByRole('button', { name: 'Create project' }).isDisabled()).toBe(true);
  await takePicture(page, 'bad-input name');
  await name.fill('Fine <b>&amp; “ok’');
  await expect.poll(() => page.getByRole('button', { name: 'Create project' }).isDisabled()).toBe(true);
  await name.fill('Grün & Söhne – 東京');
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.getByRole('heading', { name: 'Grün & Söhne – 東京', exact: true }).waitFor();
});
