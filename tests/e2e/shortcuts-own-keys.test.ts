import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { drawn, pictures, takePicture } from './screen-checks.ts';
import { VectorController } from './vector-controller.ts';

const KIM = 'kim@shortcuts-own-keys.test';
const site = openSite([{ email: KIM, name: 'Kim North', team: 'North' }]);

const row = (page: Page, command: string): Locator => page.locator(`[data-command="${command}"]`);
const tool = (page: Page, name: RegExp): Locator =>
  page.getByRole('navigation', { name: 'Tools' }).getByRole('button', { name });
const isChosen = (page: Page, name: RegExp): Promise<string | null> => tool(page, name).getAttribute('aria-pressed');

/** Gives a command a key by pressing it. */
async function change(page: Page, command: string, from: string, key: string): Promise<void> {
  await row(page, command)
    .getByRole('button', { name: `Change ${from} of ` })
    .click();
  await row(page, command)
    .getByText(/^Press a key/)
    .waitFor();
  await page.keyboard.press(key);
}

it('should match keys of other layouts, keep a key that was chosen, take another one at once in every tab, and work with the keys of another editor', async () => {
  const client = await site().client(KIM);
  await client.call('PUT', '/api/v1/keyboard', {
    base: 0,
    preset: 'loupe',
    keys: { 'editor.vector.tool.polygon': ['Q'] },
  });
  const { controller, visit } = await VectorController.open(site(), KIM, 'Own keys');
  const editor = controller.page;
  await tool(editor, /^Polygon · Q$/).waitFor();
  // Letters match where they lie on a Cyrillic keyboard, and Ctrl with the printed letter on a French one.
  const browser = await editor.context().newCDPSession(editor);
  const press = async (code: string, key: string, modifiers = 0): Promise<void> => {
    for (const type of ['keyDown', 'keyUp'] as const)
      await browser.send('Input.dispatchKeyEvent', { type, code, key, modifiers });
  };
  await press('KeyB', 'и');
  expect(await isChosen(editor, /^Box/)).toBe('true');
  await controller.click([100, 100]);
  await controller.click([220, 200]);
  await editor.getByRole('tab', { name: 'Objects 1' }).waitFor();
  const CTRL = 2;
  await press('KeyW', 'z', CTRL);
  await editor.getByRole('tab', { name: /^Objects$/ }).waitFor();
  await controller.press('Escape', 'v');

  const keys = await visit.tab();
  await keys.goto(`/t/${site().teamId}/keyboard`);
  await row(keys, 'editor.vector.tool.box').waitFor();
  expect(await pictures(keys, 'keys page')).toEqual([]);
  await change(keys, 'editor.vector.tool.box', 'B', 'q');
  await keys.getByRole('dialog', { name: 'This key is taken' }).getByText('“Polygon”').waitFor();
  expect(await pictures(keys, 'keys conflict')).toEqual([]);
  await keys.getByRole('button', { name: 'Replace' }).click();

  await tool(editor, /^Box · Q$/).waitFor();
  await editor.bringToFront();
  await controller.press('q');
  expect(await isChosen(editor, /^Box/)).toBe('true');
  await controller.press('v', 'b');
  expect(await isChosen(editor, /^Select/)).toBe('true');
  await controller.press('?');
  const sheet = editor.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.getByLabel('Find a shortcut').fill('q');
  await sheet.getByText('Box', { exact: true }).waitFor();
  await expect.poll(() => sheet.getByText('Polygon', { exact: true }).count()).toBe(0);
  expect(await pictures(editor, 'keys sheet')).toEqual([]);
  await sheet.getByLabel('Find a shortcut').fill('');
  await drawn(editor);
  await takePicture(editor, 'keys sheet whole');
  await editor.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });

  await keys.bringToFront();
  await keys.getByRole('combobox', { name: 'Preset' }).click();
  await keys.getByRole('option', { name: 'Preset: CVAT' }).click();
  await tool(editor, /^Box · Q$/).waitFor();
  await keys.getByRole('button', { name: 'Reset all' }).click();
  await keys.getByRole('dialog').getByRole('button', { name: 'Reset all' }).click();
  await tool(editor, /^Box · B$/).waitFor();
  await editor.bringToFront();
  await controller.press('F1');
  await sheet.waitFor();
  await controller.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
  await controller.press('b', 'Control+2');
  await controller.click([100, 100]);
  await controller.click([200, 200]);
  const [box] = await controller.stored(1);
  expect(box!.className).toBe('Leaf');
});
