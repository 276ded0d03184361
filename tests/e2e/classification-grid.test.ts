import { expect, it } from 'vitest';
import sharp from 'sharp';
import type { Page } from 'playwright-core';
import { openSite } from '../support/browser.ts';
import { paperClasses, papers } from './classification-steps.ts';
import type { Papers, SentFile } from './classification-steps.ts';
import { takePicture } from './screen-checks.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const ANA = 'ana@classification-grid.test';
const site = openSite([{ email: ANA, name: 'Ana North', team: 'North' }], { stays: true });

/** The numbers of the items in review, from 1. */
const inReview = async ({ client, projectId, itemIds }: Papers): Promise<readonly number[]> => {
  const { ids } = await client.call<{ ids: readonly number[] }>(
    'GET',
    `/api/v1/project/${projectId}/item-ids?status=3&sort=name`,
  );
  return ids.map(id => itemIds.indexOf(id) + 1);
};
const tile = (page: Page, name: string): ReturnType<Page['locator']> => page.locator(`[data-tile="${name}"]`);
const saved = (page: Page): Promise<void> => page.getByLabel('Saving').waitFor({ state: 'detached' });
const files = async (count: number): Promise<readonly SentFile[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const number = String(at + 1).padStart(2, '0');
      return at % 4 === 3
        ? { name: `file ${number}.txt`, bytes: Buffer.from(`Words ${at}`) }
        : {
            name: `file ${number}.png`,
            bytes: await sharp({
              create: { width: 120, height: 90, channels: 3, background: { r: 40 + at * 8, g: 120, b: 200 - at * 6 } },
            })
              .png()
              .toBuffer(),
          };
    }),
  );

it('should classify what is chosen by one key, take all of it back in one step, and be whole on the screen', async () => {
  const controller = await papers(site(), ANA, 'Grid', await files(12));
  const { page } = await site().signedIn(ANA, `/t/${site().teamId}/p/${controller.projectId}/data`);
  await page.getByRole('link', { name: 'Classify' }).click();
  await tile(page, 'file 01.png').click();
  await tile(page, 'file 08.txt').click({ modifiers: ['Shift'] });
  await page.getByText('8 items selected').waitFor();
  await tile(page, 'file 03.png').click({ modifiers: ['Control'] });
  await page.getByText('7 items selected').waitFor();
  await page.keyboard.press('1');
  await tile(page, 'file 08.txt').getByText('Blurred').waitFor();
  await saved(page);
  const blurred = async (): Promise<number> =>
    (await Promise.all(controller.itemIds.map((_, at) => controller.said(at)))).filter(each => each.includes('Blurred'))
      .length;
  expect(await blurred()).toBe(7);
  await expect.poll(() => tile(page, 'file 03.png').getByText('Blurred').count()).toBe(0);
  // The keyboard alone, from the end.
  await page.keyboard.press('End');
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Shift+ArrowLeft');
  await page.getByText('3 items selected').waitFor();
  await page.keyboard.press('3');
  await tile(page, 'file 12.txt').getByText('Document type').waitFor();
  await page.keyboard.press('q');
  await page.locator('[data-tag-form] input:focus').waitFor({ state: 'attached' });
  await page.keyboard.press('2');
  await tile(page, 'file 10.png').getByText('Document type: Letter').waitFor();
  await page.keyboard.press('Escape');
  await saved(page);
  expect(await controller.said(9)).toEqual(['Document type(Letter)']);
  expect(await wholeScreenFaults(page, 'classification grid')).toEqual([]);
  // One step each.
  await page.keyboard.press('Control+z');
  await tile(page, 'file 10.png').getByText('Document type: Letter').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await tile(page, 'file 12.txt').getByText('Document type').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await tile(page, 'file 08.txt').getByText('Blurred').waitFor({ state: 'detached' });
  await saved(page);
  expect(await blurred()).toBe(0);
  await page.keyboard.press('Control+Shift+z');
  await tile(page, 'file 08.txt').getByText('Blurred').waitFor();
  await saved(page);
  expect(await blurred()).toBe(7);
  // The selected ones alone, then all that are answered.
  await page.keyboard.press('Escape');
  await tile(page, 'file 02.png').click();
  await page.getByRole('button', { name: 'Submit answered' }).click();
  await expect.poll(() => inReview(controller)).toEqual([2]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Submit answered' }).click();
  await expect.poll(() => inReview(controller)).toEqual([1, 2, 4, 5, 6, 7, 8]);
  // The filter is in the address, to be shared.
  await page.getByText('Not yet', { exact: true }).click();
  await tile(page, 'file 03.png').waitFor();
  await tile(page, 'file 01.png').waitFor({ state: 'detached' });
  expect(page.url()).toContain('has_annotations');
  await expect.poll(() => page.locator('[data-tile]').count()).toBe(5);
  await page.getByText('7 of 12 classified').waitFor();
});

it('should choose and classify hundreds at once', async () => {
  const client = await site().client(ANA);
  const { id: projectId } = await client.project('Hundreds', 6);
  await client.call('POST', `/classes?project_id=${projectId}`, { classes: paperClasses });
  await client.call('POST', '/image/ext-create', {
    project_id: projectId,
    team_id: site().teamId,
    upload_state: 3,
    images: Array.from({ length: 400 }, (_, at) => ({
      name: `item ${String(at + 1).padStart(4, '0')}.bin`,
      path: `https://files.test/${at}`,
    })),
    meta: {},
  });
  const { page } = await site().signedIn(ANA, `/t/${site().teamId}/p/${projectId}/classify`);
  await tile(page, 'item 0001.bin').waitFor();
  // Only what is in sight is drawn.
  await expect.poll(() => page.locator('[data-tile]').count()).toBeLessThan(150);
  await tile(page, 'item 0001.bin').click();
  await page.keyboard.press('Control+a');
  await page.getByText('400 items selected').waitFor();
  const calls: string[] = [];
  page.on('request', request => {
    if (request.url().includes('/tags/change') || request.url().includes('/tags/step-back')) calls.push(request.url());
  });
  await page.keyboard.press('2');
  await page.getByText('400 of 400 classified').waitFor();
  await tile(page, 'item 0001.bin').getByText('Needs redaction').waitFor();
  await takePicture(page, 'classification hundreds');
  await page.keyboard.press('Control+z');
  await page.getByText('0 of 400 classified').waitFor();
  expect(calls).toHaveLength(2);
});

it('should ask one question of all items, the unanswered first, and show the progress', async () => {
  const controller = await papers(site(), ANA, 'Question', await files(6));
  const { page } = await site().signedIn(ANA, controller.path(0));
  await page.getByRole('tabpanel').getByText('Blurred').waitFor();
  await page.keyboard.press('3');
  await page.getByText('missing', { exact: true }).waitFor();
  await page.keyboard.press('1');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Alt+q');
  await page.getByPlaceholder('Choose a question').click();
  await page.getByRole('option', { name: 'Document type: Kind' }).click();
  await page.getByText('1 of 6').waitFor();
  const asked = (name: string): Promise<void> => page.locator(`[data-asked="${name}"]`).waitFor();
  await asked('file 02.png');
  await page.keyboard.press('2');
  await asked('file 03.png');
  await page.getByText('2 of 6').waitFor();
  await page.keyboard.press('ArrowRight');
  await asked('file 04.txt');
  await page.getByText('Words 3').waitFor();
  await page.keyboard.press('3');
  await asked('file 05.png');
  await page.keyboard.press('Control+z');
  await asked('file 04.txt');
  await page.keyboard.press('1');
  await asked('file 05.png');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await asked('file 03.png');
  expect(await wholeScreenFaults(page, 'classification question')).toEqual([]);
  await page.keyboard.press('1');
  await page.keyboard.press('ArrowRight');
  await asked('file 05.png');
  await page.keyboard.press('1');
  await asked('file 06.png');
  await page.keyboard.press('1');
  await page.getByText('That was the last item.').waitFor();
  await page.getByText('6 of 6').waitFor();
  await expect
    .poll(() => Promise.all([0, 1, 2, 3, 4, 5].map(controller.said)))
    .toEqual(
      [['Invoice'], ['Letter'], ['Invoice'], ['Invoice'], ['Invoice'], ['Invoice']].map(([each]) => [
        `Document type(${each})`,
      ]),
    );
  await page.getByRole('button', { name: 'Submit answered' }).click();
  await expect.poll(() => inReview(controller)).toHaveLength(6);
});
