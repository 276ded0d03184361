import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { drawn, pictures } from './screen-checks.ts';

const TINA = 'tina@tiled-editor.test';
const site = openSite([{ email: TINA, name: 'Tina North', team: 'North' }]);

/** Grey with a red square of 400 pixels around the place 4000, 3000. */
const SLIDE = { width: 6000, height: 5000 } as const;
const slide = (): Promise<Buffer> =>
  sharp({ create: { ...SLIDE, channels: 3, background: '#808080' } })
    .composite([
      { input: { create: { width: 400, height: 400, channels: 3, background: '#ff0000' } }, left: 3800, top: 2800 },
    ])
    .tiff({ tile: true, compression: 'deflate' })
    .toBuffer();

/** The window pixel of a place of the image while the view is at `centre` and `zoom`. */
async function onScreen(
  page: Page,
  [x, y]: readonly [number, number],
  centre: readonly [number, number],
  zoom: number,
): Promise<[number, number]> {
  const box = (await page.locator('[data-stage]').boundingBox())!;
  return [
    Math.round(box.x + box.width / 2 + (x - centre[0]) * zoom),
    Math.round(box.y + box.height / 2 + (y - centre[1]) * zoom),
  ];
}

async function colorAt(page: Page, [x, y]: readonly [number, number]): Promise<readonly number[]> {
  const { data, info } = await sharp(await page.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data.subarray((y * info.width + x) * 3).subarray(0, 3)];
}

/** The screen shows this share of red at a pixel: 1 inside the square, 0 beside it. */
const showsRed = async (page: Page, at: readonly [number, number]): Promise<boolean> => {
  const [red, green] = await colorAt(page, at);
  return red! > 200 && green! < 60;
};

it('should upload, cut, show and annotate a very large image, and find back to a view by its address', async () => {
  const client = await site().client(TINA);
  const { id: projectId } = await client.project('Slides', 5);
  await client.classes(projectId, ['Nucleus', 'Vessel']);
  const { id: itemId } = await client.upload(projectId, 'slide.tif', await slide());
  const { page } = await site().signedIn(TINA, `/t/${site().teamId}/p/${projectId}/item/${itemId}?view=4000,3000,1`);
  await page.getByRole('button', { name: /^Box/ }).waitFor();
  const centre = [4000, 3000] as const;
  const inside = await onScreen(page, [3990, 2990], centre, 1);
  await expect.poll(() => showsRed(page, inside)).toBe(true);
  expect(await showsRed(page, await onScreen(page, [3780, 3000], centre, 1))).toBe(false);

  // A box in full-resolution coordinates.
  await page.keyboard.press('b');
  await page.keyboard.press('1');
  await page.mouse.move(...(await onScreen(page, [3800, 2800], centre, 1)));
  await page.mouse.down();
  await page.mouse.move(...(await onScreen(page, [4000, 3100], centre, 1)), { steps: 4 });
  await page.mouse.move(...(await onScreen(page, [4200, 3200], centre, 1)), { steps: 4 });
  await page.mouse.up();
  await page.keyboard.press('v');
  await page.keyboard.press('Control+s');
  const stored = async (): Promise<readonly { type: string; className?: string; points: unknown }[]> =>
    (await client.annotation(projectId, itemId)).document.instances;
  await expect.poll(async () => (await stored()).length).toBe(1);
  const [box] = await stored();
  expect(box).toMatchObject({ type: 'bbox', className: 'Nucleus' });
  const { x1, y1, x2, y2 } = box!.points as { x1: number; y1: number; x2: number; y2: number };
  expect([x1, y1, x2, y2].map((each, at) => Math.abs(each - [3800, 2800, 4200, 3200][at]!) <= 1)).toEqual(
    Array(4).fill(true),
  );

  // The tools of intelligent help look at the part in view.
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.mouse.move(...(await onScreen(page, [3750, 2750], centre, 1)));
  await page.mouse.down();
  await page.mouse.move(...(await onScreen(page, [4100, 3100], centre, 1)), { steps: 4 });
  await page.mouse.move(...(await onScreen(page, [4250, 3250], centre, 1)), { steps: 4 });
  await page.mouse.up();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await stored()).map(({ type }) => type)).toEqual(['bbox', 'polygon']);

  // To a place by its coordinates; the address follows and brings the view back.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+l');
  await page.getByRole('textbox', { name: 'Go to coordinates' }).fill('1, x');
  await page.keyboard.press('Enter');
  await page.getByText(/^Write a place on the image/).waitFor();
  await page.getByRole('textbox', { name: 'Go to coordinates' }).fill('3900, 3100 @ 200 %');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).toContain('view=3900,3100,2');
  await page.reload();
  await page.getByRole('button', { name: /^Box/ }).waitFor();
  await expect.poll(async () => showsRed(page, await onScreen(page, [3810, 3100], [3900, 3100], 2))).toBe(true);
  await expect.poll(() => page.locator('[data-coordinates]').textContent()).toBe('3900, 3100 px');
  await drawn(page);
  expect(await pictures(page, 'tiled editor')).toEqual([]);
});

it('should show the tiles of an archive, lead over them cell by cell and remember what was seen', async () => {
  const client = await site().client(TINA);
  const { id: projectId } = await client.project('Cells', 5);
  const folder = await sharp(await slide())
    .jpeg()
    .tile({ size: 254, overlap: 1, layout: 'dz', container: 'zip' })
    .toBuffer();
  const { id: itemId } = await client.upload(projectId, 'slide.zip', folder);
  const address = `${site().url}/t/${site().teamId}/p/${projectId}/item/${itemId}`;
  const { page } = await site().signedIn(TINA, `/t/${site().teamId}/p/${projectId}/item/${itemId}`);
  const seen = page.getByText(/^\d+ of 30 cells seen$/);
  await seen.waitFor();
  await page.getByRole('button', { name: /^Box/ }).waitFor();
  await expect.poll(() => seen.textContent()).toBe('0 of 30 cells seen');
  await page.keyboard.press('Home');
  await page.keyboard.press('f');
  await expect.poll(() => seen.textContent()).toBe('1 of 30 cells seen');
  await page.keyboard.press('f');
  await page.keyboard.press('Shift+ArrowDown');
  await expect.poll(() => seen.textContent()).toBe('3 of 30 cells seen');
  await page.keyboard.press('Shift+g');
  await expect
    .poll(() => page.getByRole('button', { name: 'Which cells were seen' }).getAttribute('aria-pressed'))
    .toBe('true');
  await page.goto(`${address}?view=4000,3000,1`);
  await expect.poll(() => seen.textContent()).toMatch(/^[3-9] of 30 cells seen$/);
  const centre = [4000, 3000] as const;
  await expect.poll(async () => showsRed(page, await onScreen(page, [3990, 2990], centre, 1))).toBe(true);
  expect(await showsRed(page, await onScreen(page, [3780, 3000], centre, 1))).toBe(false);
});
