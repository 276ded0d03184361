import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { slice } from '../support/run-plan.ts';
import type { OpenedEditor } from './pixel-steps.ts';
import { click, drag, objects, openEditor, pixelsReady, shownAt, store } from './pixel-steps.ts';
import { drawAs, drawsOnGraphicsCard } from './renderers.ts';
import { pictures, takePicture } from './screen-checks.ts';

const ANA = 'ana@pixel-view.test';
const site = openSite([{ email: ANA, name: 'Ana North', team: 'North' }], { stays: true });

const message = (page: Page, text: RegExp): Promise<void> => page.getByText(text).first().waitFor();
const open = (name: string): Promise<OpenedEditor> => openEditor(site(), ANA, name);

it('should pick the class under the pointer, go back to the last one, and leave locked and hidden objects alone', async () => {
  const { page, placement, controller } = await open('Classes');
  await page.keyboard.press('2');
  await click(page, placement, [100, 60]);
  await page.keyboard.press('1');
  await click(page, placement, [200, 60]);
  await click(page, placement, [100, 60], { modifiers: ['Control'] });
  await message(page, /Class: Leaf/);
  await page.keyboard.press('Escape');
  await click(page, placement, [300, 60]);
  await page.keyboard.press('x');
  await page.keyboard.press('Escape');
  await click(page, placement, [400, 60]);
  await objects(page, 4);
  await store(page);
  expect((await controller.instances()).map(each => each.className)).toEqual(['Leaf', 'Flower', 'Leaf', 'Flower']);
  // The last one is locked: nothing paints over it, and nothing erases it.
  await page.keyboard.press('Shift+L');
  await page.keyboard.press('e');
  await drag(page, placement, [80, 60], [420, 60]);
  await page.keyboard.press('Escape');
  await drag(page, placement, [80, 60], [420, 60]);
  await store(page);
  expect(await controller.colorAt(400, 60)).toBeDefined();
  expect(await controller.colorAt(200, 60)).toBeUndefined();
});

it('should take a suggestion of the Magic tool as a mask, show the picture below the masks while Q is held, outlines only by T, and change the class of a mask', async () => {
  const { page, controller } = await open('Looking');
  await page
    .getByRole('button', { name: /^Magic ·/ })
    .first()
    .waitFor();
  // Tools that arrive late take room from the picture.
  const placement = await pixelsReady(page);
  await page.keyboard.press('g');
  await drag(page, placement, [165, 120], [640, 490]);
  await expect.poll(() => shownAt(page, placement, [400, 300])).not.toBe('ff0000');
  await objects(page, 0);
  await page.keyboard.press('Enter');
  await objects(page, 1);
  await takePicture(page, 'pixel magic');
  await store(page);
  expect(Math.abs((await controller.colors()).get('#00000f')! - 400 * 300)).toBeLessThan(4000);
  await page.keyboard.press('Control+z');
  await objects(page, 0);

  await page.keyboard.press('Escape');
  await page.keyboard.press('w');
  await click(page, placement, [400, 300]);
  await objects(page, 1);
  await page.mouse.move(...placement.toScreen(20, 20));
  const colorOf = (): Promise<string> => shownAt(page, placement, [400, 300]);
  const covered = await colorOf();
  expect(covered).not.toBe('ff0000');
  await page.keyboard.down('q');
  await expect.poll(colorOf).toBe('ff0000');
  await page.keyboard.up('q');
  await expect.poll(colorOf).toBe(covered);
  await page.keyboard.press('t');
  // Only the object under the pointer keeps a breath of its colour.
  await expect.poll(async () => Number.parseInt((await colorOf()).slice(0, 2), 16)).toBeGreaterThan(0xf8);

  // The class of what is selected, and the keys that work here.
  await page.keyboard.press('v');
  await click(page, placement, [400, 300]);
  await page.keyboard.press('2');
  await store(page);
  expect((await controller.instances())[0]).toMatchObject({ className: 'Leaf' });
  expect(await pictures(page, 'pixel')).toEqual([]);
  // The look is remembered; the test that follows in this window sees masks filled.
  await page.keyboard.press('t');
  await page.keyboard.press('Shift+?');
  await page.getByRole('dialog').getByText('Superpixels').first().waitFor();
  await takePicture(page, 'pixel help');
});

it.each(slice('masks by renderer', ['canvas', 'graphics card'] as const, 1))(
  'should draw masks as well by %s, hide them, and follow a stroke',
  async renderer => {
    const { page, controller } = await open(renderer);
    await drawAs(page, renderer);
    await page.reload();
    const placement = await pixelsReady(page);
    await page.keyboard.press('2');
    await drag(page, placement, [100, 80], [300, 80]);
    await objects(page, 1);
    await page.keyboard.press('Escape');
    await page.mouse.move(...placement.toScreen(700, 500));
    const painted = await shownAt(page, placement, [200, 80]);
    expect(painted).not.toBe('808080');
    expect(await drawsOnGraphicsCard(page)).toBe(renderer === 'graphics card');
    await takePicture(page, `pixel ${renderer}`);
    await page.keyboard.down('q');
    await expect.poll(() => shownAt(page, placement, [200, 80])).toBe('808080');
    await page.keyboard.up('q');
    await expect.poll(() => shownAt(page, placement, [200, 80])).toBe(painted);
    await store(page);
    expect(await controller.colorAt(200, 80)).toBe('#00000f');
  },
);
