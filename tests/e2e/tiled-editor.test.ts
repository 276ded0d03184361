import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { drawn, pictures } from './screen-checks.ts';

const TINA = 'tina@tiled-editor.test';
const site = openSite([{ email: TINA, name: 'Tina North', team: 'North' }]);

/**
 * An archive of overlapping tiles: grey with a red square of 400 pixels around the place 4000, 512; wide, so that all
 * of it is seen from afar only.
 */
const SLIDE = { width: 6000, height: 1024 } as const;
const slide = (): Promise<Buffer> =>
  sharp({ create: { ...SLIDE, channels: 3, background: '#808080' } })
    .composite([
      { input: { create: { width: 400, height: 400, channels: 3, background: '#ff0000' } }, left: 3800, top: 312 },
    ])
    .jpeg()
    .tile({ size: 254, overlap: 1, layout: 'dz', container: 'zip' })
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

/** Shows red at a pixel: inside the square, not beside it. */
async function showsRed(page: Page, [x, y]: readonly [number, number]): Promise<boolean> {
  const pixel = await page.screenshot({ clip: { x, y, width: 1, height: 1 } });
  const [red, green] = await sharp(pixel).removeAlpha().raw().toBuffer();
  return red! > 200 && green! < 60;
}

/** Draws through places of the image while the view is at `centre`, a pixel of it as large as one of the window. */
async function drag(
  page: Page,
  centre: readonly [number, number],
  [first, ...others]: readonly (readonly [number, number])[],
): Promise<void> {
  await page.mouse.move(...(await onScreen(page, first!, centre, 1)));
  await page.mouse.down();
  for (const place of others) await page.mouse.move(...(await onScreen(page, place, centre, 1)), { steps: 2 });
  await page.mouse.up();
}

it('should show and annotate a very large image that came as tiles, lead over it cell by cell, remember what was seen, and find back to a view by its address', async () => {
  const client = await site().client(TINA);
  const { id: projectId } = await client.project('Slides', 5);
  await client.classes(projectId, ['Nucleus', 'Vessel']);
  const { id: itemId } = await client.upload(projectId, 'slide.zip', await slide());
  const { page } = await site().signedIn(TINA, `/t/${site().teamId}/p/${projectId}/item/${itemId}?view=4000,512,1`);
  await page.getByRole('button', { name: /^Box/ }).waitFor();
  const centre = [4000, 512] as const;
  const inside = await onScreen(page, [3990, 502], centre, 1);
  await expect.poll(() => showsRed(page, inside)).toBe(true);
  expect(await showsRed(page, await onScreen(page, [3780, 512], centre, 1))).toBe(false);

  // A box in full-resolution coordinates.
  await page.keyboard.press('b');
  await page.keyboard.press('1');
  await drag(page, centre, [
    [3800, 312],
    [4000, 612],
    [4200, 712],
  ]);
  // The tools of intelligent help look at the part in view.
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await drag(page, centre, [
    [3750, 262],
    [4100, 612],
    [4250, 762],
  ]);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+s');
  const stored = async (): Promise<readonly { type: string; className?: string; points: unknown }[]> =>
    (await client.annotation(projectId, itemId)).document.instances;
  await expect.poll(async () => (await stored()).map(({ type }) => type)).toEqual(['bbox', 'polygon']);
  const [box] = await stored();
  expect(box).toMatchObject({ className: 'Nucleus' });
  const { x1, y1, x2, y2 } = box!.points as { x1: number; y1: number; x2: number; y2: number };
  expect([x1, y1, x2, y2].map((each, at) => Math.abs(each - [3800, 312, 4200, 712][at]!) <= 1)).toEqual(
    Array(4).fill(true),
  );

  // Cell by cell, from all of it.
  const seen = page.getByText(/^\d+ of 6 cells seen$/);
  for (const key of ['v', 'Escape', 'Home']) await page.keyboard.press(key);
  await page.keyboard.press('f');
  await expect.poll(() => seen.textContent()).toBe('1 of 6 cells seen');
  await page.keyboard.press('f');
  await expect.poll(() => seen.textContent()).toBe('2 of 6 cells seen');
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(() => seen.textContent()).toBe('3 of 6 cells seen');
  await page.keyboard.press('Shift+g');
  await expect
    .poll(() => page.getByRole('button', { name: 'Which cells were seen' }).getAttribute('aria-pressed'))
    .toBe('true');

  // To a place by its coordinates; the address follows and brings the view back.
  await page.keyboard.press('Control+l');
  await page.getByRole('textbox', { name: 'Go to coordinates' }).fill('1, x');
  await page.keyboard.press('Enter');
  await page.getByText(/^Write a place on the image/).waitFor();
  await page.getByRole('textbox', { name: 'Go to coordinates' }).fill('3900, 612 @ 200 %');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).toContain('view=3900,612,2');
  await page.reload();
  await page.getByRole('button', { name: /^Box/ }).waitFor();
  await expect.poll(async () => showsRed(page, await onScreen(page, [3810, 612], [3900, 612], 2))).toBe(true);
  await expect.poll(() => page.locator('[data-coordinates]').textContent()).toBe('3900, 612 px');
  await expect.poll(() => seen.textContent()).toBe('3 of 6 cells seen');
  await drawn(page);
  expect(await pictures(page, 'tiled editor')).toEqual([]);
});
