import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { click, drag, objects, openEditor, shownAt, store } from './pixel-steps.ts';
import { pictures, takePicture } from './screen-checks.ts';

const RIA = 'ria@review-masks.test';
const site = openSite([{ email: RIA, name: 'Ria North', team: 'North' }], { stays: true });

it('should show what changed in masks, draw it, show them as they were and give one or all back', async () => {
  const { page, placement, controller } = await openEditor(site(), RIA, 'Masks of two versions');
  await page.keyboard.press('1');
  await drag(page, placement, [100, 80], [300, 80]);
  await objects(page, 1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('b');
  await page.keyboard.press('2');
  await drag(page, placement, [100, 300], [300, 300]);
  await objects(page, 2);
  await store(page);
  const first = await controller.colors();

  // The first goes on, the second goes, and a third comes.
  await page.keyboard.press('v');
  await click(page, placement, [200, 300]);
  await page.keyboard.press('Delete');
  await objects(page, 1);
  await click(page, placement, [200, 80]);
  await page.keyboard.press('b');
  await page.keyboard.down('Shift');
  await drag(page, placement, [300, 80], [500, 80]);
  await page.keyboard.up('Shift');
  await page.keyboard.press('Escape');
  await page.keyboard.press('b');
  await drag(page, placement, [500, 400], [600, 400]);
  await objects(page, 2);
  await page.keyboard.press('v');
  await page.keyboard.press('Escape');
  await store(page);

  await page.getByRole('tab', { name: 'Changes' }).click();
  const list = page.getByRole('listbox', { name: 'Differences' });
  await list.getByRole('option').nth(2).waitFor();
  const rows = await list.getByRole('option').allInnerTexts();
  expect(
    rows.map(each => ['reshaped', 'new shape', 'added', 'removed'].find(word => each.toLowerCase().includes(word))),
    rows.join(' | '),
  ).toEqual(expect.arrayContaining(['added', 'removed']));
  await page.getByRole('img', { name: '3 differences on the picture' }).waitFor();
  expect(await pictures(page, 'review masks')).toEqual([]);

  // Held, the key shows the masks as they were, the one that is gone among them.
  expect(await shownAt(page, placement, [150, 304])).toBe('808080');
  await page.keyboard.down('\\');
  await page.getByText(/^Before: /).waitFor();
  await expect.poll(() => shownAt(page, placement, [150, 304])).not.toBe('808080');
  expect(await shownAt(page, placement, [450, 84])).toBe('808080');
  await takePicture(page, 'review masks before');
  await page.keyboard.up('\\');
  await expect.poll(() => shownAt(page, placement, [150, 304])).toBe('808080');
  expect(await shownAt(page, placement, [450, 84])).not.toBe('808080');

  await list.getByRole('option').filter({ hasText: 'removed' }).getByRole('button', { name: 'Restore' }).click();
  await list.getByRole('option').nth(2).waitFor({ state: 'detached' });
  await objects(page, 3);
  await store(page);
  expect(await controller.colorAt(200, 300)).toBeDefined();
  expect(await controller.colorAt(450, 80)).toBeDefined();
  await page.getByRole('button', { name: 'Restore all' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore all' }).click();
  await page.getByText('No object differs between these versions.').waitFor();
  await objects(page, 2);
  await expect.poll(() => controller.colors()).toEqual(first);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await objects(page, 3);
  await store(page);
  expect(await controller.colorAt(550, 400)).toBeDefined();
});
