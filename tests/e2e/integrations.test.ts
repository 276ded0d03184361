import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CORSRule } from '@aws-sdk/client-s3';
import { CreateBucketCommand, PutBucketCorsCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { canRunRadosGateway, NO_RADOS_GATEWAY, radosGateway } from '../support/rados-gateway.ts';
import { lead } from '../support/windows.ts';
import { wholeScreenFaults as faults } from './whole-screen.ts';

const NORA = 'nora@integrations.test';
const store = canRunRadosGateway() ? await radosGateway() : undefined;
const site = openSite([{ email: NORA, name: 'Nora North', team: 'North' }], { stays: true });
let folder: string;

beforeAll(async () => {
  folder = site().place.settings!['INTEGRATION_FOLDERS']!;
  await mkdir(join(folder, 'photos/night'), { recursive: true });
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
  for (const name of ['photos/a.png', 'photos/b.png', 'photos/night/c.png', 'roof.png'])
    await writeFile(join(folder, name), png);
  await writeFile(join(folder, 'photos/notes.txt'), 'notes');
});

it('should connect a folder, check it, look into it, attach from it, and name who uses it before it is deleted', async () => {
  const client = await site().client(NORA);
  const { id: project } = await client.project('Streets');
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/integrations`);
  await page.getByText('No storage is connected yet.').waitFor();
  expect(await faults(page, 'integrations empty')).toEqual([]);
  await page.keyboard.press('Alt+n');
  const dialog = page.getByRole('dialog', { name: 'New integration' });
  await dialog.getByRole('textbox', { name: 'Secret access key' }).waitFor();
  expect(await faults(page, 'integrations new')).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Archive');
  await dialog.getByRole('radio', { name: /^AWS S3/ }).focus();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
  await expect
    .poll(() => dialog.getByRole('radio', { name: /^Custom storage/ }).getAttribute('aria-checked'))
    .toBe('true');
  await dialog.getByRole('textbox', { name: 'Folder on the server' }).fill(folder);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByText('The storage can be used.').waitFor();
  await page.getByText('The folder can be listed.').waitFor();
  expect(await faults(page, 'integrations check')).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByText(/Works, /).waitFor();

  await page.getByRole('button', { name: 'New integration' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('archive');
  await dialog.getByText('This name already exists.').waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Actions of Archive' }).click();
  await page.getByRole('menuitem', { name: 'Browse' }).click();
  await page.getByRole('button', { name: 'photos' }).click();
  await page.getByText('notes.txt').waitFor();
  expect(await faults(page, 'integrations browse')).toEqual([]);
  await page.keyboard.press('Escape');

  await lead(page, `/t/${site().teamId}/p/${project}/data`);
  await page.getByText('Drop images or folders here').waitFor();
  await page.getByRole('button', { name: 'More ways to add' }).click();
  await page.getByRole('menuitem', { name: 'Attach from an integration' }).click();
  await page.getByText('4 files here and below would be attached').waitFor();
  await page.getByRole('button', { name: 'photos' }).click();
  await page.getByText('3 files here and below would be attached').waitFor();
  await page.getByText('1 left out: the project doesn’t take them (1 .txt)').waitFor();
  expect(await faults(page, 'integrations attach')).toEqual([]);
  await page.getByRole('button', { name: 'Attach 3' }).click();
  await page.getByText('3 attached · 1 left out').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByText('night_c.png').waitFor();
  await page.getByRole('button', { name: 'Attach URLs' }).waitFor();

  await page.getByRole('button', { name: 'More ways to add' }).click();
  await page.getByRole('menuitem', { name: 'Attach from an integration' }).click();
  await page.getByRole('button', { name: 'photos' }).click();
  await page.getByText('3 left out: the folder has items of these names').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Attach 0' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');

  await lead(page, `/t/${site().teamId}/integrations`);
  await page.getByRole('button', { name: 'Actions of Archive' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText('3 items stay without their files: Streets (3).').waitFor();
  expect(await faults(page, 'integrations delete')).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No storage is connected yet.').waitFor();
});

it.runIf(store !== undefined)(
  `should connect a bucket by its form, with the rules it needs to be copied${store === undefined ? ` (${NO_RADOS_GATEWAY})` : ''}`,
  async () => {
    const { endpoint, accessKeyId, secretAccessKey } = store!;
    const s3 = new S3Client({
      endpoint,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey },
    });
    const bucket = `form-${Date.now()}`;
    await s3.send(new CreateBucketCommand({ Bucket: bucket }));
    const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#663399' } })
      .png()
      .toBuffer();
    for (const Key of ['street/a.png', 'street/b.png', 'other/c.png'])
      await s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body: png }));
    const client = await site().client(NORA);
    const { id: project } = await client.project('Bucket');
    const { page, context } = await site().signedIn(NORA, `/t/${site().teamId}/integrations`);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'New integration' }).click();
    const dialog = page.getByRole('dialog', { name: 'New integration' });
    await dialog.getByRole('radio', { name: /^S3-compatible storage/ }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Street bucket');
    await dialog.getByRole('textbox', { name: 'Bucket', exact: true }).fill(bucket);
    await dialog.getByRole('textbox', { name: 'Prefix' }).fill('street/');
    await dialog.getByRole('textbox', { name: 'Access key ID' }).fill(accessKeyId);
    await dialog.getByRole('textbox', { name: 'Endpoint' }).fill(endpoint);
    await dialog.getByRole('textbox', { name: 'Secret access key' }).fill('not this one');
    await dialog.getByRole('button', { name: 'Policy for the access key' }).click();
    await dialog.getByRole('button', { name: 'CORS rules of the bucket' }).click();
    await dialog.getByRole('button', { name: 'Copy the policy' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`"arn:aws:s3:::${bucket}/street/*"`);
    await dialog.getByRole('button', { name: 'Copy the CORS rules' }).click();
    expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toMatchObject([
      { AllowedOrigins: [new URL(page.url()).origin] },
    ]);
    expect(await faults(page, 'integrations bucket rules')).toEqual([]);

    // The store itself takes the rules as they are given.
    const [rule] = JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as [CORSRule];
    await s3.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration: { CORSRules: [rule] } }));

    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByText('The storage can’t be used.').waitFor();
    await page.getByText('the secret key is wrong').waitFor();
    expect(await faults(page, 'integrations bucket failed')).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
    await page.getByRole('button', { name: 'Actions of Street bucket' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit integration' });
    await edit.getByRole('textbox', { name: 'Secret access key' }).fill(secretAccessKey);
    await edit.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Actions of Street bucket' }).click();
    await page.getByRole('menuitem', { name: 'Check' }).click();
    await page.getByText('The storage can be used.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();

    await lead(page, `/t/${site().teamId}/p/${project}/data`);
    await page.getByRole('button', { name: 'More ways to add' }).click();
    await page.getByRole('menuitem', { name: 'Attach from an integration' }).click();
    await page.getByRole('button', { name: 'Attach 2' }).click();
    await page.getByText('2 attached').waitFor();
    const { data } = await client.call<{ data: readonly { name: string }[] }>(
      'GET',
      `/api/v1/project/${project}/items`,
    );
    expect(data.map(each => each.name)).toEqual(['a.png', 'b.png']);
  },
);
