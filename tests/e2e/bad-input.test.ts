import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { hugePicture } from '../support/huge-picture.ts';
import { photograph } from '../support/site-client.ts';
import { takePicture } from './screen-checks.ts';

const OLIVE = 'olive@bad-input.test';
const site = openSite([{ email: OLIVE, name: 'Olive North', team: 'North' }], { stays: true });
const zip = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(400, 7)]);

/** 600 megapixels; the plan of a new organization takes 400. */
const huge = hugePicture(30_000, 20_000);

it('should say on the screen which files were not taken and why, and take the others', async () => {
  const client = await site().client(OLIVE);
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
