import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { lead } from '../support/windows.ts';
import { pictures, takePicture } from './screen-checks.ts';
import { VectorController } from './vector-controller.ts';

const RIA = 'ria@review-flow.test';
const site = openSite([{ email: RIA, name: 'Ria North', team: 'North' }], { stays: true });

interface Reviewed {
  readonly id: string;
  readonly error?: boolean | null;
  readonly classId: number;
  readonly points: unknown;
}

const objects = async (controller: VectorController, count: number): Promise<readonly Reviewed[]> =>
  (await controller.stored(count)) as unknown as readonly Reviewed[];
const bar = (page: Page): Locator => page.getByRole('region', { name: 'Review' });

/** Three boxes, stored. */
async function threeBoxes(name: string): Promise<VectorController> {
  const { controller } = await VectorController.open(site(), RIA, name);
  await controller.press('b');
  for (const left of [100, 300, 500]) {
    await controller.click([left, 100]);
    await controller.click([left + 100, 200]);
  }
  await controller.press('v', 'Escape');
  await controller.stored(3);
  return controller;
}

it('should approve, disapprove with a reason and walk what is left by keys, and take the approval off what is changed', async () => {
  const controller = await threeBoxes('Review by keys');
  const { page } = controller;
  await controller.press('q');
  await bar(page).getByText('0 of 3 reviewed').waitFor();
  await controller.press('n', 'a');
  await bar(page).getByText('1 of 3 reviewed').waitFor();
  await controller.press('x');
  await page.getByRole('dialog', { name: 'Why is Flower #2 disapproved?' }).waitFor();
  expect(await pictures(page, 'review reason')).toEqual([]);
  await controller.press('2');
  await bar(page).getByText('2 of 3 reviewed').waitFor();
  await controller.press('n', 'x');
  await page.getByRole('textbox', { name: 'Reason' }).fill('The wheel is missing');
  await controller.press('Enter');
  await bar(page).getByText('3 of 3 reviewed').waitFor();
  await bar(page).getByText('2 issues').waitFor();
  expect((await objects(controller, 3)).map(each => each.error)).toEqual([false, true, true]);

  await controller.press('Home');
  await page.getByRole('button', { name: /^(Unread comment|Comment): Too loose/ }).click();
  await page.getByText('On Flower (box)').first().waitFor();
  await page.getByRole('tabpanel').getByText('The wheel is missing').waitFor();
  expect(await pictures(page, 'review comments')).toEqual([]);

  // One step of undo takes the disapproval and its reason back together.
  await controller.press('Control+z');
  await bar(page).getByText('2 of 3 reviewed').waitFor();
  await expect.poll(() => page.getByText('The wheel is missing').count()).toBe(0);
  await bar(page).getByRole('button', { name: 'Leave review mode' }).click();
  await bar(page).waitFor({ state: 'detached' });

  // The approval goes with a change, and comes back with it.
  await controller.press('Home', 'Escape');
  expect((await objects(controller, 3)).map(each => each.error ?? null)).toEqual([false, true, null]);
  await controller.click([150, 100]);
  await controller.press('ArrowRight');
  expect((await objects(controller, 3)).map(each => each.error ?? null)).toEqual([null, true, null]);
  await controller.press('Control+z');
  expect((await objects(controller, 3)).map(each => each.error ?? null)).toEqual([false, true, null]);

  // The item as a whole is disapproved with a reason.
  await controller.press('Alt+Shift+X');
  await page.getByRole('dialog', { name: 'Why is the item disapproved?' }).waitFor();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Half of the flowers are not marked');
  await controller.press('Enter');
  await page.getByRole('button', { name: 'Disapproved', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Comment: Half of the flowers are not marked' }).waitFor();
});

it('should pin threads to places and objects, answer, resolve, filter and lead to one by a link', async () => {
  const controller = await threeBoxes('Threads');
  const { page } = controller;
  const write = async (text: string): Promise<void> => {
    await page.getByRole('textbox', { name: /comment/i }).fill(text);
    await page.keyboard.press('Control+Enter');
  };
  await page.mouse.move(...controller.screen([650, 450]), { steps: 2 });
  await controller.press('c');
  await write('Sky is open');
  await page.mouse.move(...controller.screen([300, 150]), { steps: 2 });
  await controller.press('c');
  await page.getByRole('textbox', { name: 'Comment on this object' }).waitFor();
  await write('Which flower is this?');
  await page.getByText('On Flower (box)').waitFor();

  const pin = page.getByRole('button', { name: 'Comment: Which flower is this?' });
  const before = (await pin.boundingBox())!;
  await controller.click([300, 150]);
  await controller.press('Escape', 'v');
  await controller.drag([
    [300, 150],
    [340, 190],
  ]);
  await expect
    .poll(async () => Math.round(((await pin.boundingBox())!.x - before.x) / controller.placement.scale))
    .toBe(40);
  const moved = (await pin.boundingBox())!;
  await page.mouse.move(...controller.screen([600, 400]));
  await page.mouse.wheel(0, -240);
  await expect.poll(async () => (await pin.boundingBox())!.x).not.toBe(moved.x);

  await page.getByRole('article').filter({ hasText: 'Which flower' }).click();
  await page.getByRole('textbox', { name: 'Reply' }).fill('A tulip.');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('article').filter({ hasText: 'A tulip.' }).waitFor();
  await page.getByRole('article').filter({ hasText: 'Sky is open' }).getByRole('button', { name: 'Resolve' }).click();
  await page.getByRole('article').filter({ hasText: 'Which flower' }).click();
  await expect.poll(() => page.getByRole('article').filter({ hasText: 'Sky is open' }).count()).toBe(0);
  await page.getByRole('combobox', { name: 'Which comments' }).click();
  await page.getByRole('option', { name: 'Resolved (1)' }).click();
  await page
    .getByRole('article')
    .filter({ hasText: 'Sky is open' })
    .getByRole('button', { name: 'Open again' })
    .waitFor();

  const thread = page.getByRole('article').filter({ hasText: 'Sky is open' });
  const id = await thread.getAttribute('data-thread');
  await controller.stored(3);
  await lead(page, '/nowhere');
  await lead(page, `/t/${site().teamId}/p/${controller.projectId}/item/${controller.itemId}?thread=${id}`);
  await page.locator(`[data-thread="${id}"][data-active="true"]`).waitFor();
  await page.getByRole('button', { name: 'Comment: Sky is open' }).waitFor();
});

it('should show what changed between two versions, step through it and give it back', async () => {
  const controller = await threeBoxes('Versions');
  const { page } = controller;
  const [first, second, third] = await objects(controller, 3);
  // Moved, of another class, gone, and one more.
  await controller.click([150, 100]);
  await controller.press('Shift+ArrowDown', 'Shift+ArrowDown');
  await controller.click([350, 100]);
  await controller.press('2');
  await controller.click([550, 100]);
  await controller.press('Delete', 'b');
  await controller.click([100, 350]);
  await controller.click([260, 480]);
  await controller.press('v', 'Escape');
  await controller.stored(3);

  await page.getByRole('tab', { name: 'Changes' }).click();
  const list = page.getByRole('listbox', { name: 'Differences' });
  await list.getByRole('option').nth(3).waitFor();
  await expect
    .poll(() => list.getByRole('option').allInnerTexts())
    .toEqual(
      expect.arrayContaining([
        expect.stringContaining('moved'),
        expect.stringContaining('other class'),
        expect.stringContaining('added'),
        expect.stringContaining('removed'),
      ]),
    );
  await list.getByText('Flower → Leaf').waitFor();
  await controller.press('Alt+J');
  await expect.poll(() => list.getByRole('option', { selected: true }).count()).toBe(1);
  const selected = (): Promise<string | null> =>
    list.getByRole('option', { selected: true }).evaluate(option => option.textContent);
  const chosen = await selected();
  await list.press('ArrowDown');
  expect(await selected()).not.toBe(chosen);
  await list.press('ArrowUp');
  expect(await selected()).toBe(chosen);
  await controller.press('Home');
  expect(await pictures(page, 'review changes')).toEqual([]);

  // Held, the key shows how it was; nothing is changed by that.
  await page.keyboard.down('\\');
  await page.getByText(/^Before: /).waitFor();
  await takePicture(page, 'review before');
  await page.keyboard.up('\\');
  await page.getByText(/^Before: /).waitFor({ state: 'hidden' });
  await expect.poll(() => list.getByRole('option').count()).toBe(4);

  await list.getByRole('option').filter({ hasText: 'removed' }).getByRole('button', { name: 'Restore' }).click();
  await list.getByRole('option').nth(3).waitFor({ state: 'detached' });
  expect((await objects(controller, 4)).some(each => each.id === third!.id)).toBe(true);
  await page.getByRole('button', { name: 'Restore all' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore all' }).click();
  await page.getByText('No object differs between these versions.').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await objects(controller, 3)).toEqual([first, second, third]);
  await controller.press('Control+z');
  await list.getByRole('option').nth(2).waitFor();
  expect(await objects(controller, 4)).toHaveLength(4);
});
