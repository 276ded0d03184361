import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Site } from '../support/browser.ts';
import { openOwnSite, openSite } from '../support/browser.ts';
import type { StoredInstance } from '../support/site-client.ts';
import { pictureReady } from './editor-steps.ts';
import { markedPicture } from './picture-on-screen.ts';
import type { Placement } from './picture-on-screen.ts';
import { shownAt } from './pixel-steps.ts';
import { drawn, takePicture } from './screen-checks.ts';

const ANA = 'ana@ml-magic.test';
const site = openSite([{ email: ANA, name: 'Ana North', team: 'North' }], { stays: true });

/** A folder that `models install` filled; the models are no part of the repository. */
const MODELS = process.env['LOUPE_TEST_MODELS'] ?? '';
const hasModels = existsSync(join(MODELS, 'sam2-hiera-tiny/decoder.onnx'));
/** The red rectangle of the test picture. */
const RED = [200, 150, 600, 450] as const;

interface OpenEditor {
  readonly path: string;
  readonly itemId: number;
  stored(): Promise<readonly StoredInstance[]>;
}

async function controller(name: string, on: Site = site()): Promise<OpenEditor> {
  const client = await on.client(ANA);
  const { id: projectId } = await client.project(name);
  const { id: itemId } = await client.upload(projectId, 'field.png', await markedPicture());
  await client.classes(projectId, ['Flower']);
  return {
    itemId,
    path: `/t/${on.teamId}/p/${projectId}/item/${itemId}`,
    stored: async () => (await client.annotation(projectId, itemId)).document.instances,
  };
}

const objects = (page: Page, count: number): Promise<void> =>
  page.getByRole('tab', { name: count === 0 ? 'Objects' : `Objects ${count}`, exact: true }).waitFor();

async function drag(
  page: Page,
  placement: Placement,
  from: readonly [number, number],
  to: readonly [number, number],
): Promise<void> {
  await page.mouse.move(...placement.toScreen(...from));
  await page.mouse.down();
  await page.mouse.move(...placement.toScreen((from[0] + to[0]) / 2, (from[1] + to[1]) / 2), { steps: 3 });
  await page.mouse.move(...placement.toScreen(...to), { steps: 3 });
  await page.mouse.up();
}

const click = (
  page: Page,
  placement: Placement,
  x: number,
  y: number,
  button: 'left' | 'right' = 'left',
): Promise<void> => page.mouse.click(...placement.toScreen(x, y), { button, delay: 20 });

/** Left, top, right and bottom of a polygon. */
function bounds({ points }: StoredInstance): readonly number[] {
  const list = points as readonly number[];
  const [xs, ys] = [list.filter((_, at) => at % 2 === 0), list.filter((_, at) => at % 2 === 1)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

const distance = (found: readonly number[], wanted: readonly number[]): number =>
  Math.max(...found.map((value, at) => Math.abs(value - wanted[at]!)));

async function saved(page: Page, { stored }: OpenEditor, count: number): Promise<readonly StoredInstance[]> {
  await objects(page, count);
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await stored()).length).toBe(count);
  return stored();
}

it('should cut the object out of a box in the browser when there is no model, take a stroke and a point back, drop a suggestion by Esc, and work with the scissors and the wand', async () => {
  const here = await controller('No model');
  const { page } = await site().signedIn(ANA, here.path);
  const placement = await pictureReady(page);
  await page.getByRole('button', { name: /^Magic ·/ }).waitFor();
  await page.keyboard.press('g');
  await drag(page, placement, [165, 120], [640, 490]);
  // It is shown, and nothing is in the document until it is accepted.
  await expect.poll(() => shownAt(page, placement, [400, 300])).not.toBe('ff0000');
  await takePicture(page, 'ml-magic grabcut');
  await objects(page, 0);
  await click(page, placement, 400, 300);
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  const [first] = await saved(page, here, 1);
  expect(first).toMatchObject({ type: 'polygon', className: 'Flower' });
  expect(distance(bounds(first!), RED)).toBeLessThan(4);
  await page.keyboard.press('Control+z');
  await objects(page, 0);

  // Esc drops a suggestion, another one leaves the tool.
  await drag(page, placement, [165, 120], [640, 490]);
  await expect.poll(() => shownAt(page, placement, [400, 300])).not.toBe('ff0000');
  await page.keyboard.press('Escape');
  await expect.poll(() => shownAt(page, placement, [400, 300])).toBe('ff0000');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByRole('button', { name: /^Magic ·/ }).getAttribute('aria-pressed')).toBe('true');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('button', { name: /^Select/ }).getAttribute('aria-pressed')).toBe('true');
  await objects(page, 0);

  // The scissors follow borders, the wand takes alike colours.
  await page.keyboard.press('y');
  for (const [x, y] of [
    [202, 152],
    [598, 151],
    [599, 448],
    [201, 449],
  ] as const) {
    await page.mouse.move(...placement.toScreen(x, y), { steps: 4 });
    await click(page, placement, x, y);
  }
  await page.mouse.move(...placement.toScreen(260, 330), { steps: 4 });
  await takePicture(page, 'ml-magic scissors');
  await page.keyboard.press('Enter');
  const [outlined] = await saved(page, here, 1);
  expect(distance(bounds(outlined!), RED)).toBeLessThan(6);

  await page.keyboard.press('Shift+W');
  await click(page, placement, 60, 60);
  await expect.poll(() => shownAt(page, placement, [60, 60])).not.toBe('808080');
  await takePicture(page, 'ml-magic wand');
  await page.keyboard.press('Enter');
  const [, second] = await saved(page, here, 2);
  expect(distance(bounds(second!), [0, 0, 800, 600])).toBeLessThan(4);
  // The rectangle is a hole of what lies around it.
  expect((second as unknown as { exclude: readonly unknown[] }).exclude).toHaveLength(1);
});

describe.skipIf(!hasModels)(
  'with SAM 2 (skipped where LOUPE_TEST_MODELS names no folder that "models install" filled)',
  () => {
    // The shared server has no models.
    const own = openOwnSite([{ email: ANA, name: 'Ana North', team: 'North' }]);

    it('should have the picture prepared when the item opens, and outline by one click, a walk through candidates and a negative point', async () => {
      if (!existsSync(join(own().place.dataDir, 'models'))) symlinkSync(MODELS, join(own().place.dataDir, 'models'));
      const here = await controller('SAM 2', own());
      const { page } = await own().signedIn(ANA);
      const prepared = page.waitForResponse(
        async answer =>
          answer.url().includes('/preparation') && ((await answer.json()) as { state: string }).state === 'ready',
      );
      await page.goto(here.path);
      await prepared;
      const placement = await pictureReady(page);
      await page.keyboard.press('g');
      const hovered = page.waitForResponse(answer => answer.url().endsWith('/polygon-prediction'));
      await page.mouse.move(...placement.toScreen(400, 300), { steps: 3 });
      await hovered;
      await drawn(page);
      await takePicture(page, 'ml-magic hover');
      await click(page, placement, 400, 300);
      await expect.poll(() => shownAt(page, placement, [400, 300])).not.toBe('ff0000');
      await takePicture(page, 'ml-magic sam2');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Shift+Tab');
      await click(page, placement, 60, 60, 'right');
      await page.keyboard.press('Enter');
      const [first] = await saved(page, here, 1);
      expect(distance(bounds(first!), RED)).toBeLessThan(8);
    });
  },
);
