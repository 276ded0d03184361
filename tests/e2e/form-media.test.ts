import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import type { MediaHost } from '../support/media-host.ts';
import { openMediaHost } from '../support/media-host.ts';
import { lead } from '../support/windows.ts';
import { markedPicture } from './picture-on-screen.ts';
import { fieldAt, formReady, openForm, saveForm } from './form-filling-steps.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const ANA = 'ana@form-media.test';
const site = openSite([{ email: ANA, name: 'Ana North', team: 'North' }], { stays: true });
let host: MediaHost;
beforeAll(async () => {
  host = await openMediaHost();
  host.files.set('/a.png', { bytes: await markedPicture(), type: 'image/png' });
  host.files.set('/other.png', { bytes: await markedPicture(), type: 'image/png' });
  host.files.set('/page.png', { bytes: Buffer.from('<h1>No picture</h1>'), type: 'image/png' });
  host.files.set('/data.json', {
    bytes: Buffer.from(JSON.stringify({ picture: `${host.url}/a.png` })),
    type: 'application/json',
  });
});
afterAll(() => host?.close());

const PAPER = '../shared/data/pdf/tracemonkey.pdf';
const paper = existsSync(PAPER) ? readFileSync(PAPER) : undefined;

it.skipIf(paper === undefined)(
  'should show media of other hosts once the stored form holds them, and PDFs with their pages',
  async () => {
    host.files.set('/paper.pdf', { bytes: paper!, type: 'application/pdf' });
    const form = {
      components: [
        { id: 'photo', type: 'image', label: 'Photo', alt: 'A photo', value: '{{picture}}' },
        { id: 'paper', type: 'pdfComponent', label: 'Paper', value: `${host.url}/paper.pdf` },
        { id: 'wrong', type: 'image', label: 'No picture', value: `${host.url}/page.png` },
        { id: 'place', type: 'input', label: 'Place', value: '' },
        {
          id: 'followed',
          type: 'image',
          label: 'Followed',
          alt: 'Followed',
          live: true,
          value: "{{= value('place') }}",
        },
      ],
      code: '',
      environments: [],
      meta: {},
      readme: '',
    };
    const { page, allow } = await openForm(site(), ANA, 'Media', form, { data: `${host.url}/data.json` });
    allow(/status of 415/);
    const drawn = (name: string): Promise<boolean> =>
      page
        .getByRole('img', { name, exact: true })
        .first()
        .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);
    await expect.poll(() => drawn('A photo')).toBe(true);
    await fieldAt(page, 'paper').scrollIntoViewIfNeeded();
    await fieldAt(page, 'paper').locator('[data-page="1"][data-drawn="drawn"]').waitFor();
    await fieldAt(page, 'paper').getByText('1 / 14').waitFor();
    await fieldAt(page, 'paper').getByRole('button', { name: 'Next page' }).click();
    await fieldAt(page, 'paper').getByText('2 / 14').waitFor();
    await fieldAt(page, 'paper').getByRole('button', { name: 'Zoom in' }).click();
    await fieldAt(page, 'wrong').getByText('The image cannot be shown').waitFor();
    await fieldAt(page, 'place').getByRole('textbox').fill(`${host.url}/other.png`);
    await fieldAt(page, 'followed').getByText('It is shown once the form is saved.').waitFor();
    expect(host.asked.some(each => each.startsWith('/other.png'))).toBe(false);
    await saveForm(page);
    await fieldAt(page, 'followed').getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => drawn('Followed')).toBe(true);
    await fieldAt(page, 'paper').scrollIntoViewIfNeeded();
    expect(await wholeScreenFaults(page, 'form media')).toEqual([]);
  },
  180_000,
);

it('should take files, show them, and keep them with the answers', async () => {
  const form = {
    components: [
      {
        id: 'proof',
        type: 'upload',
        label: 'Proof',
        value: '',
        types: 'image/*, .txt',
        maxSize: 1,
        multiple: true,
        isRequired: true,
      },
      { id: 'one', type: 'upload', label: 'One', value: '' },
    ],
    code: '',
    environments: [],
    meta: {},
    readme: '',
  };
  const { page, stored, path } = await openForm(site(), ANA, 'Files', form);
  const proof = fieldAt(page, 'proof');
  await proof.locator('input[type="file"]').setInputFiles([
    { name: 'a.png', mimeType: 'image/png', buffer: await markedPicture() },
    { name: 'b.txt', mimeType: 'text/plain', buffer: Buffer.from('words') },
    { name: 'c.exe', mimeType: 'application/x', buffer: Buffer.from('MZ') },
  ]);
  await proof.getByRole('link', { name: 'a.png' }).waitFor();
  await proof.getByRole('link', { name: 'b.txt' }).waitFor();
  await proof.getByText('c.exe is not one of image/*, .txt.').waitFor();
  await proof.getByRole('button', { name: 'Dismiss c.exe' }).click();
  await fieldAt(page, 'one')
    .locator('input[type="file"]')
    .setInputFiles([{ name: 'x.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(2000, 3) }]);
  await fieldAt(page, 'one').getByRole('link', { name: 'x.bin' }).waitFor();
  await proof.getByRole('button', { name: 'Show' }).click();
  await expect
    .poll(() => proof.getByRole('img', { name: 'a.png' }).evaluate((image: HTMLImageElement) => image.naturalWidth > 0))
    .toBe(true);
  await page.mouse.move(400, 500);
  expect(await wholeScreenFaults(page, 'form files')).toEqual([]);
  await proof.getByRole('button', { name: 'Remove b.txt' }).click();
  await saveForm(page);
  await page.getByText('Proof: a.png').first().waitFor();
  const values = await stored();
  expect(values['proof']![0]!.value as readonly string[]).toHaveLength(1);
  expect(values['one']![0]!.value).toMatch(/^form-file:[0-9a-f]{32}\/x\.bin$/);
  await lead(page, '/nowhere');
  await page.getByText('There is no page at this address.').waitFor();
  await lead(page, path);
  await formReady(page);
  const downloading = page.waitForEvent('download');
  await fieldAt(page, 'one').getByRole('link', { name: 'x.bin' }).click({ modifiers: [] });
  expect((await downloading).suggestedFilename()).toBe('x.bin');
  await fieldAt(page, 'proof').getByRole('link', { name: 'a.png' }).waitFor();
  await expect.poll(() => fieldAt(page, 'proof').getByRole('link').count()).toBe(1);
}, 180_000);
