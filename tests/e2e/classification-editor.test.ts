import { expect, it } from 'vitest';
import sharp from 'sharp';
import { openSite } from '../support/browser.ts';
import { lead } from '../support/windows.ts';
import type { SentFile } from './classification-steps.ts';
import { classButton, itemReady, papers, store } from './classification-steps.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const ANA = 'ana@classification-editor.test';
const BEN = 'ben@classification-editor.test';
const site = openSite(
  [
    { email: ANA, name: 'Ana North', team: 'North' },
    { email: BEN, name: 'Ben North', team: 'North' },
  ],
  { stays: true },
);

const picture = async (name: string, color: string): Promise<SentFile> => ({
  name,
  bytes: await sharp({ create: { width: 640, height: 400, channels: 3, background: color } })
    .png()
    .toBuffer(),
});
const text = (name: string, content: string): SentFile => ({ name, bytes: Buffer.from(content) });

it('should classify by single keys, take back by undo, keep it, and be whole on the screen', async () => {
  const controller = await papers(site(), ANA, 'Keys', [
    await picture('a.png', '#336699'),
    text('b.txt', 'A letter.\nIts second line.'),
    text('c.xyz', '\u0001'),
  ]);
  const { page } = await site().signedIn(ANA, controller.path(0));
  await itemReady(page, 'a.png');
  await page.keyboard.press('1');
  await page.keyboard.press('2');
  await classButton(page, 'Needs redaction', true).waitFor();
  await page.keyboard.press('1');
  await classButton(page, 'Blurred', false).waitFor();
  await page.keyboard.press('Control+z');
  await classButton(page, 'Blurred', true).waitFor();
  // The eleventh class has a letter, all have a name.
  await page.keyboard.press('w');
  await page.keyboard.press('/');
  await page.getByLabel('Find a class').fill('topic 9');
  await page.keyboard.press('Enter');
  await classButton(page, 'Topic 9', true).waitFor();
  await store(page);
  expect((await controller.said(0)).toSorted()).toEqual(['Blurred', 'Needs redaction', 'Topic 7', 'Topic 9']);
  await page.locator('canvas').first().waitFor();
  expect(await wholeScreenFaults(page, 'classification image')).toEqual([]);
  // Enter saves and goes on; questions are answered by keys.
  await page.keyboard.press('Enter');
  await itemReady(page, 'b.txt');
  await page.getByRole('region', { name: 'Text' }).getByText('Its second line.').waitFor();
  await page.keyboard.press('3');
  await page.getByText('missing', { exact: true }).waitFor();
  await page.keyboard.press('2');
  await page.keyboard.press('Enter');
  await page.keyboard.press('4');
  await page.keyboard.press('Tab');
  await page.keyboard.press('1');
  await page.keyboard.press('3');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('Torn at 3 places');
  await page.keyboard.press('Enter');
  await store(page);
  expect(await controller.said(1)).toEqual(['Document type(Letter)', 'Quality(Cut off, Dark, Torn at 3 places)']);
  expect(await wholeScreenFaults(page, 'classification text')).toEqual([]);
  await page.keyboard.press('Enter');
  await itemReady(page, 'c.xyz');
  await page.getByText('Preview not available').waitFor();
  expect(await wholeScreenFaults(page, 'classification unknown')).toEqual([]);
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await page.getByText('All done: this is the last item of the list.').waitFor();
  await page.getByRole('button', { name: /^Saved/ }).waitFor();
  expect(await controller.said(2)).toEqual(['Blurred']);
});

it('should go on by itself when an item is answered, submit it, and remember that one likes it so', async () => {
  const files = Array.from({ length: 4 }, (_, at) => text(`file ${at + 1}.txt`, `Words ${at + 1}`));
  const controller = await papers(site(), ANA, 'Advance', files);
  const { page } = await site().signedIn(ANA, controller.path(0));
  await itemReady(page, 'file 1.txt');
  await page.keyboard.press('Alt+n');
  await page.keyboard.press('1');
  await itemReady(page, 'file 2.txt');
  // What is demanded is answered first.
  await page.keyboard.press('3');
  await page.getByText('missing', { exact: true }).waitFor();
  await page.keyboard.press('1');
  await itemReady(page, 'file 3.txt');
  // What is not stored when the page goes is stored when its item is opened again.
  await expect.poll(() => controller.said(1)).toEqual(['Document type(Invoice)']);
  await page.reload();
  await itemReady(page, 'file 3.txt');
  await expect.poll(() => page.getByRole('switch', { name: 'Auto-advance' }).isChecked()).toBe(true);
  // What is answered is submitted where one likes it so.
  await page.getByRole('switch', { name: 'Submit answered items' }).click();
  await page.keyboard.press('2');
  await itemReady(page, 'file 4.txt');
  await expect
    .poll(() => Promise.all([0, 1, 2, 3].map(controller.said)))
    .toEqual([['Blurred'], ['Document type(Invoice)'], ['Needs redaction'], []]);
  const statusOf = async (place: number): Promise<number> => {
    const { item } = await controller.client.call<{ item: { annotation_status: number } }>(
      'GET',
      `/api/v1/project/${controller.projectId}/item/${controller.itemIds[place]}/editor`,
    );
    return item.annotation_status;
  };
  await expect.poll(() => Promise.all([1, 2].map(statusOf))).toEqual([2, 3]);
  await page.getByRole('switch', { name: 'Submit answered items' }).click();
  await page.keyboard.press('Alt+n');
  await expect.poll(() => page.getByRole('switch', { name: 'Auto-advance' }).isChecked()).toBe(false);
});

it('should let nobody classify what is read-only', async () => {
  const controller = await papers(site(), ANA, 'Read-only', [text('a.txt', 'One'), text('b.txt', 'Two')]);
  const change = (kind: string, value: unknown, ids = controller.itemIds): Promise<unknown> =>
    controller.client.call('POST', `/api/v1/project/${controller.projectId}/items/change`, {
      selection: { item_ids: ids },
      change: { kind, value },
    });
  await controller.client.call('POST', `/api/v1/project/${controller.projectId}/share/bulk`, {
    users: [{ user_id: BEN, user_role: 1 }],
  });
  await change('assign', BEN);
  await change('pin', true, controller.itemIds.slice(0, 1));
  await change('status', 3, controller.itemIds.slice(0, 1));
  const ben = await site().signedIn(BEN, controller.path(0));
  await itemReady(ben.page, 'a.txt');
  await ben.page.getByText('Items in “Quality check” are read-only for your role.').waitFor();
  await expect.poll(() => classButton(ben.page, 'Blurred').isDisabled()).toBe(true);
  await ben.page.keyboard.press('1');
  await ben.page.getByText('This item is read-only.').waitFor();
  // In the grid the same item is left out, and says why.
  await lead(ben.page, `/t/${site().teamId}/p/${controller.projectId}/classify`);
  await ben.page.locator('[data-tile="b.txt"]').click();
  await ben.page.keyboard.press('Control+a');
  await ben.page.keyboard.press('1');
  await ben.page
    .getByText(/1 item classified\. 1 item left as it was: Items in “Quality check” are read-only for your role\./)
    .waitFor();
  await ben.page
    .locator('[data-tile="a.txt"]')
    .getByRole('img', { name: /^Left out/ })
    .waitFor();
  expect([await controller.said(0), await controller.said(1)]).toEqual([[], ['Blurred']]);
});
