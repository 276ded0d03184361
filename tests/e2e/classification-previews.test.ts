import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { dicom, encoded, shape } from '../support/dicom-file.ts';
import { lead } from '../support/windows.ts';
import { classButton, itemReady, papers, store } from './classification-steps.ts';
import { drawn } from './screen-checks.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const ANA = 'ana@classification-previews.test';
const site = openSite([{ email: ANA, name: 'Ana North', team: 'North' }], { stays: true });
const data = '../shared/data';
const sample = (path: string): Buffer | undefined =>
  existsSync(join(data, path)) ? readFileSync(join(data, path)) : undefined;
const text = (content: string): Buffer => Buffer.from(content);

/** Counts whoever connects to it, with or without a request. */
let witness: Server;
let connections = 0;
beforeAll(async () => {
  witness = createServer(socket => {
    connections += 1;
    socket.end();
  });
  await new Promise<void>(resolve => witness.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise(resolve => witness.close(resolve)));

/** One second of a tone, as WAV. */
function tone(): Buffer {
  const rate = 8000;
  const wav = Buffer.alloc(44 + rate);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + rate, 4);
  wav.write('WAVEfmt ', 8);
  for (const [at, value] of [
    [16, 16],
    [24, rate],
    [28, rate],
    [40, rate],
  ] as const)
    wav.writeUInt32LE(value, at);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    wav.writeUInt16LE(value, at);
  wav.write('data', 36);
  for (let at = 0; at < rate; at += 1) wav[44 + at] = 128 + Math.round(60 * Math.sin(at / 4));
  return wav;
}

/** Says a class, to show that the buttons work beside any preview. */
async function stillClassifies(page: Page): Promise<void> {
  await page.keyboard.press('1');
  await classButton(page, 'Blurred', true).waitFor();
}

it('should show a web page still: nothing in it runs, and nothing outside is notified', async () => {
  const { port } = witness.address() as AddressInfo;
  const out = `http://127.0.0.1:${port}`;
  const hostile = `<!doctype html><html><head><title>T</title><base href="${out}/"><meta http-equiv="refresh" content="0;url=${out}/refresh">
    <link rel="preconnect" href="${out}"><link rel="dns-prefetch" href="${out}"><link rel="stylesheet" href="${out}/a.css"><link rel="prefetch" href="${out}/p">
    <style>@import "${out}/b.css"; body { background: url(${out}/c.png) } @font-face { font-family: f; src: url(${out}/f.woff) } h1 { color: rgb(200, 0, 0); background: u\\72l(${out}/e.png) }</style>
    <script src="${out}/s.js"></script><script>document.title = 'ran'; parent.postMessage('ran', '*'); fetch('${out}/f'); top.location = '${out}/top'; document.body.dataset.ran = '1';</script></head>
    <body onload="fetch('${out}/onload')"><h1>Minutes of May</h1><img src="${out}/d.png" onerror="fetch('${out}/g')"><img srcset="${out}/h.png 2x"><video src="${out}/v.mp4" autoplay></video><audio src="${out}/a.mp3" autoplay></audio>
    <iframe src="${out}/frame"></iframe><object data="${out}/o"></object><embed src="${out}/em"><svg><image href="${out}/i.png"/><use href="${out}/u.svg#a"/></svg>
    <a id="go" href="${out}/link" ping="${out}/ping">A link</a><form action="${out}/send" method="post"><input name="q" autofocus onfocus="fetch('${out}/focus')"><button id="send">Send</button></form></body></html>`;
  const controller = await papers(site(), ANA, 'Hostile', [
    { name: 'page.html', bytes: text(hostile) },
    {
      name: 'drawing.svg',
      bytes: text(
        `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="90" onload="fetch('${out}/svg')"><script>fetch('${out}/svg2')</script><image href="${out}/svg.png" width="9" height="9"/><rect width="200" height="90" fill="#2E86AB"/></svg>`,
      ),
    },
  ]);
  const { page, allow } = await site().signedIn(ANA, controller.path(0));
  // While the page is read to be cleaned, our own policy refuses what it would do; its message is expected.
  allow(/Setting the document's base URI|Executing inline event handler|policy: base-uri|policy: script-src-attr/);
  await itemReady(page, 'page.html');
  const frame = page.frameLocator('[data-preview="html"]');
  await frame.getByRole('heading', { name: 'Minutes of May' }).waitFor();
  await page.evaluate(() =>
    addEventListener('message', () => {
      document.body.dataset['received'] = '1';
    }),
  );
  // What a person does in it leads nowhere, and the keys stay with the item.
  await frame.getByText('A link').click();
  await frame.getByText('Send').click();
  await drawn(page);
  await expect.poll(() => page.locator('[data-preview="html"]').getAttribute('sandbox')).toBe('');
  expect(await page.evaluate(() => document.body.dataset['received'])).toBeUndefined();
  await expect
    .poll(() => frame.locator('script, link, iframe, object, embed, video, audio, base, form').count())
    .toBe(0);
  await stillClassifies(page);
  expect(page.url()).toContain(`/item/${controller.itemIds[0]}`);
  await lead(page, controller.path(1));
  await itemReady(page, 'drawing.svg');
  await page.frameLocator('[data-preview="html"]').locator('rect').waitFor();
  await drawn(page);
  expect(connections).toBe(0);
  expect(await wholeScreenFaults(page, 'classification page')).toEqual([]);
});

it.skipIf(sample('pdf/tracemonkey.pdf') === undefined)(
  'should show a PDF with its pages, and keep comments on a page',
  async () => {
    const controller = await papers(site(), ANA, 'Pdf', [
      { name: 'paper.pdf', bytes: sample('pdf/tracemonkey.pdf')! },
      { name: 'broken.pdf', bytes: text('%PDF-1.7\nnot much more') },
    ]);
    const { page } = await site().signedIn(
      ANA,
      `/t/${site().teamId}/p/${controller.projectId}/item/${controller.itemIds[0]}`,
    );
    await itemReady(page, 'paper.pdf');
    await page.locator('[data-page="1"][data-drawn="drawn"]').waitFor();
    await page.getByText('1 / 14').waitFor();
    await page.keyboard.press('PageDown');
    await page.getByText('2 / 14').waitFor();
    await page.locator('[data-page="2"][data-drawn="drawn"]').waitFor();
    await page.keyboard.press('End');
    await page.getByText('14 / 14').waitFor();
    await page.keyboard.press('Home');
    await page.getByText('1 / 14').waitFor();
    await page.keyboard.press('PageDown');
    await page.getByText('2 / 14').waitFor();
    await page.keyboard.press('c');
    await page.getByLabel('New comment').fill('Whose figure is this?');
    await page.getByLabel('New comment').press('Control+Enter');
    await page.getByText('On page 2').waitFor();
    await page.getByRole('tab', { name: /^Classes/ }).click();
    await stillClassifies(page);
    expect(await wholeScreenFaults(page, 'classification pdf')).toEqual([]);
    await store(page);
    const { document } = (await controller.client.annotation(
      controller.projectId,
      controller.itemIds[0]!,
    )) as unknown as { document: { metadata: { content: object }; comments: readonly object[] } };
    expect(document.metadata.content).toEqual({ kind: 'pdf', pages: 14 });
    expect(document.comments).toMatchObject([{ page: 2, correspondence: [{ text: 'Whose figure is this?' }] }]);
    await lead(page, `/t/${site().teamId}/p/${controller.projectId}/item/${controller.itemIds[1]}`);
    await itemReady(page, 'broken.pdf');
    await page.getByText('It is no PDF, or damaged.').waitFor();
    await stillClassifies(page);
  },
);

it('should play sound by keys, show a table, and play a video or say that it cannot', async () => {
  const film = sample('video/media/production_3677121.mp4');
  const rows = Array.from({ length: 3000 }, (_, at) => `${at + 1},"Name, ${at + 1}",${at * 2}`).join('\n');
  const controller = await papers(site(), ANA, 'Media', [
    { name: 'tone.wav', bytes: tone() },
    { name: 'table.csv', bytes: text(`id,name,value\n${rows}\n`) },
    ...(film === undefined ? [] : [{ name: 'film.mp4', bytes: film }]),
  ]);
  const { page } = await site().signedIn(ANA, controller.path(1));
  await itemReady(page, 'table.csv');
  await page.getByRole('columnheader', { name: 'value' }).waitFor();
  await page.getByRole('cell', { name: 'Name, 2', exact: true }).waitFor();
  await page.getByText('3,000 rows, 3 columns').waitFor();
  await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBeLessThan(120);
  expect(await wholeScreenFaults(page, 'classification table')).toEqual([]);
  await lead(page, controller.path(0));
  await itemReady(page, 'tone.wav');
  const player = page.locator('audio');
  await expect.poll(() => player.evaluate((each: HTMLAudioElement) => each.duration)).toBeCloseTo(1, 1);
  await page.keyboard.press('.');
  await page.getByText('1.25×').waitFor();
  await page.keyboard.press('Space');
  await expect.poll(() => player.evaluate((each: HTMLAudioElement) => each.ended || each.currentTime > 0)).toBe(true);
  expect(await player.evaluate((each: HTMLAudioElement) => each.playbackRate)).toBe(1.25);
  await stillClassifies(page);
  expect(await wholeScreenFaults(page, 'classification audio')).toEqual([]);
  await store(page);
  const { document } = (await controller.client.annotation(
    controller.projectId,
    controller.itemIds[0]!,
  )) as unknown as { document: { metadata: { content: object } } };
  expect(document.metadata.content).toEqual({ kind: 'audio', duration: 1_000_000 });
  if (film === undefined) return;
  await lead(page, controller.path(2));
  await itemReady(page, 'film.mp4');
  await page
    .locator('[data-preview="video"] video')
    .or(page.getByText('This browser cannot play it.'))
    .first()
    .waitFor();
  await stillClassifies(page);
});

it.skipIf(sample('dicom/CT_small.dcm') === undefined)(
  'should show DICOM with its greys and frames, unpack what is compressed as JPEG 2000 or JPEG-LS, and say what it cannot show',
  async () => {
    const names = ['CT_small.dcm', 'SC_rgb_rle_2frame.dcm', 'SC_rgb_jpeg_dcmtk.dcm', 'JPEG-lossy.dcm'];
    const greys = Uint16Array.from({ length: 64 * 48 }, (_, at) => (at % 64) * 64);
    const packed = async (codec: 'jpeg-2000' | 'jpeg-ls', syntax: string): Promise<Uint8Array> =>
      dicom(syntax, shape(64, 48, 16, 12, 1, 'MONOCHROME2'), [
        await encoded(codec, new Uint8Array(greys.buffer), {
          width: 64,
          height: 48,
          bitsPerSample: 12,
          componentCount: 1,
        }),
      ]);
    const controller = await papers(site(), ANA, 'Dicom', [
      ...names.map(name => ({ name, bytes: sample(`dicom/${name}`)! })),
      { name: 'a.dcm', bytes: await packed('jpeg-2000', '1.2.840.10008.1.2.4.90') },
      { name: 'b.dcm', bytes: await packed('jpeg-ls', '1.2.840.10008.1.2.4.80') },
    ]);
    const { page } = await site().signedIn(
      ANA,
      `/t/${site().teamId}/p/${controller.projectId}/item/${controller.itemIds[0]}`,
    );
    await itemReady(page, 'CT_small.dcm');
    const canvas = page.locator('[data-preview="dicom"] canvas');
    /** Colours of the middle line, at parts of its width. */
    const colours = (...parts: readonly number[]): Promise<readonly (readonly number[])[]> =>
      canvas.evaluate(
        (each: HTMLCanvasElement, at) =>
          at.map(part => [
            ...each.getContext('2d')!.getImageData(Math.round(part * (each.width - 1)), each.height / 2, 1, 1).data,
          ]),
        parts,
      );
    const middle = async (): Promise<readonly number[]> => (await colours(0.5))[0]!;
    await expect.poll(async () => (await middle())[3]).toBe(255);
    const before = await middle();
    const box = (await canvas.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 - 60, box.y + box.height / 2 + 90, { steps: 4 });
    await page.mouse.up();
    expect(await middle()).not.toEqual(before);
    await page.getByRole('button', { name: 'Reset contrast' }).click();
    await expect.poll(middle).toEqual(before);
    expect(await wholeScreenFaults(page, 'classification dicom')).toEqual([]);
    await stillClassifies(page);
    await lead(page, `/t/${site().teamId}/p/${controller.projectId}/item/${controller.itemIds[1]}`);
    await itemReady(page, 'SC_rgb_rle_2frame.dcm');
    await page.getByText('1 / 2').waitFor();
    await page.keyboard.press('PageDown');
    await page.getByText('2 / 2').waitFor();
    await lead(page, `/t/${site().teamId}/p/${controller.projectId}/item/${controller.itemIds[2]}`);
    await itemReady(page, 'SC_rgb_jpeg_dcmtk.dcm');
    await expect.poll(async () => (await middle())[3]).toBe(255);
    await lead(page, `/t/${site().teamId}/p/${controller.projectId}/item/${controller.itemIds[3]}`);
    await itemReady(page, 'JPEG-lossy.dcm');
    await page.getByText('Pictures compressed as JPEG of 12 bits cannot be shown here.').waitFor();
    await stillClassifies(page);
    // Of what was packed the left is black, and the right is white.
    for (const [at, name] of [
      [4, 'a.dcm'],
      [5, 'b.dcm'],
    ] as const) {
      await lead(page, controller.path(at));
      await itemReady(page, name);
      await expect
        .poll(() => colours(0, 1))
        .toEqual([
          [0, 0, 0, 255],
          [255, 255, 255, 255],
        ]);
    }
  },
);
