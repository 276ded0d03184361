import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { drawn, pictures, takePicture } from './screen-checks.ts';
import { VectorController } from './vector-controller.ts';

const KIM = 'kim@shortcuts-own-keys.test';
const LEO = 'leo@shortcuts-own-keys.test';
const site = openSite([
  { email: KIM, name: 'Kim North', team: 'North' },
  { email: LEO, name: 'Leo South', team: 'South' },
]);

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

/** Our own keys, whatever a test before has chosen. */
async function fresh(email: string): Promise<void> {
  const client = await site().client(email);
  const { revision } = await client.call<{ revision: number }>('GET', '/api/v1/keyboard');
  await client.call('PUT', '/api/v1/keyboard', { base: revision, preset: 'loupe', keys: {} });
}

it('should match keys of other layouts, change a key by pressing it, at once in every tab, keep it, and name who has it already', async () => {
  const { controller, visit } = await VectorController.open(site(), KIM, 'Own keys');
  // Letters match where they lie on a Cyrillic keyboard, and Ctrl with the printed letter on a French one.
  const browser = await controller.page.context().newCDPSession(controller.page);
  const press = async (code: string, key: string, modifiers = 0): Promise<void> => {
    for (const type of ['keyDown', 'keyUp'] as const)
      await browser.send('Input.dispatchKeyEvent', { type, code, key, modifiers });
  };
  await press('KeyB', 'и');
  expect(await isChosen(controller.page, /^Box/)).toBe('true');
  await controller.click([100, 100]);
  await controller.click([220, 200]);
  await controller.page.getByRole('tab', { name: 'Objects 1' }).waitFor();
  const CTRL = 2;
  await press('KeyW', 'z', CTRL);
  await controller.page.getByRole('tab', { name: /^Objects$/ }).waitFor();
  await controller.press('Escape', 'v');

  const keys = await visit.tab();
  await keys.goto(`/t/${site().teamId}/keyboard`);
  await change(keys, 'editor.vector.tool.box', 'B', 'y');
  await row(keys, 'editor.vector.tool.box').getByRole('button', { name: 'Change Y of Box' }).waitFor();

  await tool(controller.page, /^Box · Y$/).waitFor();
  await controller.page.bringToFront();
  await controller.press('y');
  expect(await isChosen(controller.page, /^Box/)).toBe('true');
  await controller.press('v', 'b');
  expect(await isChosen(controller.page, /^Select/)).toBe('true');

  await controller.page.reload();
  await tool(controller.page, /^Box · Y$/).waitFor();
  await controller.press('?');
  const sheet = controller.page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.getByLabel('Find a shortcut').fill('y');
  await sheet.getByText('Box', { exact: true }).waitFor();
  await expect.poll(() => sheet.getByText('Polygon', { exact: true }).count()).toBe(0);
  expect(await pictures(controller.page, 'keys sheet')).toEqual([]);
  await sheet.getByLabel('Find a shortcut').fill('');
  await drawn(controller.page);
  await takePicture(controller.page, 'keys sheet whole');

  // Who has a key already is named, and loses it or keeps it.
  await keys.bringToFront();
  await keys.getByRole('button', { name: 'Reset all' }).click();
  await keys.getByRole('dialog').getByRole('button', { name: 'Reset all' }).click();
  await row(keys, 'editor.vector.tool.box').getByRole('button', { name: 'Change B of Box' }).waitFor();

  await change(keys, 'editor.vector.tool.box', 'B', 'p');
  const question = keys.getByRole('dialog', { name: 'This key is taken' });
  await question.getByText('“Polygon”').waitFor();
  expect(await pictures(keys, 'keys conflict')).toEqual([]);
  await question.getByRole('button', { name: 'Replace' }).click();
  await row(keys, 'editor.vector.tool.box').getByRole('button', { name: 'Change P of Box' }).waitFor();
  await row(keys, 'editor.vector.tool.polygon').getByText('no key').waitFor();

  await change(keys, 'editor.vector.tool.cuboid', 'U', 'k');
  await question.getByText('“Template”').waitFor();
  await question.getByRole('button', { name: 'Keep both off' }).click();
  await row(keys, 'editor.vector.tool.template').getByText('no key').waitFor();
  await row(keys, 'editor.vector.tool.cuboid').getByRole('button', { name: 'Change U of Cuboid' }).waitFor();

  await row(keys, 'editor.vector.tool.polygon').getByRole('button', { name: 'Reset Polygon' }).click();
  await keys.getByText('is the key of “Box” and “Polygon”').waitFor();
  expect(await pictures(keys, 'keys page')).toEqual([]);

  await change(keys, 'editor.vector.tool.ellipse', 'O', 'Escape');
  await row(keys, 'editor.vector.tool.ellipse').getByRole('button', { name: 'Change O of Ellipse' }).waitFor();
  await row(keys, 'editor.vector.tool.ellipse').getByRole('button', { name: 'Change O of Ellipse' }).click();
  await keys.keyboard.press('Control+k');
  await keys.getByText('opens the search for commands').waitFor();
  await keys.keyboard.press('Escape');
});

it('should work with the keys of another editor, and be taken along as a file', async () => {
  await fresh(KIM);
  const { controller, visit } = await VectorController.open(site(), KIM, 'Presets');
  const keys = await visit.tab();
  await keys.goto(`/t/${site().teamId}/keyboard`);
  await keys.getByRole('combobox', { name: 'Preset' }).click();
  await keys.getByRole('option', { name: 'Preset: CVAT' }).click();
  await controller.page.bringToFront();
  const help = controller.page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  // The keys of the other tab arrive a moment later.
  await expect
    .poll(async () => {
      if (!(await help.isVisible())) await controller.press('F1');
      return help.isVisible();
    })
    .toBe(true);
  await controller.press('Escape');
  await help.waitFor({ state: 'hidden' });
  await controller.press('b', 'Control+2');
  await controller.click([100, 100]);
  await controller.click([200, 200]);
  const [box] = await controller.stored(1);
  expect(box!.className).toBe('Leaf');

  await keys.bringToFront();
  await change(keys, 'editor.vector.tool.box', 'B', 'y');
  const [download] = await Promise.all([
    keys.waitForEvent('download'),
    keys.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  const file = await readFile(await download.path(), 'utf8');
  expect(JSON.parse(file)).toEqual({
    kind: 'loupe-keys',
    version: 1,
    preset: 'cvat',
    keys: { 'editor.vector.tool.box': ['Y'] },
  });

  const { page: other } = await site().signedIn(LEO, `/t/${site().teamOf(LEO)}/keyboard`);
  await row(other, 'editor.vector.tool.box').getByRole('button', { name: 'Change B of Box' }).waitFor();
  await other
    .locator('input[type=file]')
    .setInputFiles({ name: 'keys.json', mimeType: 'application/json', buffer: Buffer.from(file) });
  await row(other, 'editor.vector.tool.box').getByRole('button', { name: 'Change Y of Box' }).waitFor();
  await other
    .locator('input[type=file]')
    .setInputFiles({
      name: 'keys.json',
      mimeType: 'application/json',
      buffer: Buffer.from(file.replace('Y', 'Hyper+Y')),
    });
  await other
    .getByText(/editor\.vector\.tool\.box/)
    .first()
    .waitFor();
});
