import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import type { SiteClient } from '../support/site-client.ts';
import { frameOf, publishApp } from './app-steps.ts';
import { classButton, itemReady, papers } from './classification-steps.ts';
import { drawBox, pictureReady } from './editor-steps.ts';
import { markedPicture } from './picture-on-screen.ts';
import { objects } from './pixel-steps.ts';
import { takePicture } from './screen-checks.ts';
import { openText } from './text-steps.ts';
import { wholeScreenFaults as faults } from './whole-screen.ts';

const NORA = 'nora@editor-palette.test';
// The app is there before the first page.
const site = openSite([{ email: NORA, name: 'Nora North', team: 'North' }], { stays: true });
const APP = `import { useState } from 'react';
import { useAppContext, useCommand } from '@loupe/sdk/app';
export default function Counter() {
  const { item } = useAppContext();
  const [received, setReceived] = useState(0);
  useCommand('count', () => setReceived(before => before + 1));
  return <p>{item?.name}: received {received}</p>;
}
`;

let client: SiteClient;
let project: number;
let item: number;

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or run a command' });
const activeTool = (page: Page) =>
  page.getByRole('navigation', { name: 'Tools' }).locator('[aria-pressed="true"]').getAttribute('aria-label');

async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await palette(page).waitFor();
  await page.keyboard.type(text);
  await expect.poll(() => page.getByRole('combobox', { name: 'Command or page' }).inputValue()).toBe(text);
}

async function choose(page: Page): Promise<void> {
  await page.keyboard.press('Enter');
  await palette(page).waitFor({ state: 'detached' });
}

beforeAll(async () => {
  client = await site().client(NORA);
  project = (await client.project('Flowers')).id;
  item = (await client.upload(project, 'field.png', await markedPicture())).id;
  await publishApp(site(), client, {
    'loupe-app.json': JSON.stringify({
      name: 'Counter',
      sdk: '1.1',
      entry: 'main.tsx',
      mounts: [{ place: 'editor.panel' }],
      commands: [{ id: 'count', title: 'Count one up' }],
      capabilities: ['commands'],
    }),
    'main.tsx': APP,
  });
}, 120_000);

it('should run commands of the vector editor, of the frame and of apps, lead to pages, and leave the keys to the editor', async () => {
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/p/${project}/item/${item}`);
  const placement = await pictureReady(page);
  // Typing holds the keys of tools and steps: none of them reaches the editor.
  await search(page, 'rotated box');
  await page.getByRole('option', { name: 'Rotated box' }).filter({ hasText: /R/ }).first().waitFor();
  expect(await activeTool(page)).toMatch(/^Select/);
  expect(await faults(page, 'palette over the vector editor')).toEqual([]);
  await takePicture(page, 'palette-editor-light');
  await choose(page);
  await expect.poll(() => activeTool(page)).toMatch(/^Rotated box/);
  // The stage has the keys again, at once.
  await page.keyboard.press('v');
  await expect.poll(() => activeTool(page)).toMatch(/^Select/);
  await drawBox(page, placement, [200, 200], [400, 400]);
  await objects(page, 1);
  await page.keyboard.press('Escape');
  // What the frame offers, and Escape that only closes.
  await search(page, 'undo');
  await choose(page);
  await objects(page, 0);
  await search(page, 'redo');
  await page.keyboard.press('Escape');
  await palette(page).waitFor({ state: 'detached' });
  await objects(page, 0);
  await search(page, 'redo');
  await choose(page);
  await objects(page, 1);
  // An app beside the editor.
  await search(page, 'count one');
  await choose(page);
  await frameOf(page, 'Counter').getByText('field.png: received 1').waitFor();
  await search(page, 'keyboard shortcuts');
  await choose(page);
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Search or run a command').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'detached' });
  await search(page, 'projects');
  await page.getByRole('option', { name: 'Projects Go to', exact: true }).click();
  await page.waitForURL(/\/t\/\d+\/projects$/);
});

it('should run commands of the text editor, whose text then has the keys', async () => {
  const { page, itemId } = await openText(site(), NORA, 'Reports', 'Ada Moreau joined Helix Labs in Lyon.');
  const surfaceHasFocus = (): Promise<boolean> =>
    page.evaluate(
      () => document.activeElement?.closest('[data-stage]') !== null && document.activeElement !== document.body,
    );
  expect(await surfaceHasFocus()).toBe(true);
  await search(page, 'relation from');
  await choose(page);
  await expect.poll(() => activeTool(page)).toMatch(/^Relation/);
  await expect.poll(surfaceHasFocus).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => activeTool(page)).not.toMatch(/^Relation/);
  // A command that takes the keyboard keeps it.
  await search(page, 'find in the text');
  await choose(page);
  await page.waitForFunction(
    () =>
      document.activeElement instanceof HTMLInputElement && document.activeElement.closest('[role=dialog]') === null,
  );
  await page.keyboard.type('Helix');
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('Helix');
  await page.keyboard.press('Escape');
  await search(page, 'count one');
  await choose(page);
  await frameOf(page, 'Counter').getByText('report.txt: received 1').waitFor();
  expect(new URL(page.url()).pathname).toMatch(new RegExp(`/item/${itemId}$`));
});

it('should leave the keys of classes alone while one searches in the classification editor', async () => {
  const controller = await papers(site(), NORA, 'Papers', [{ name: 'b.txt', bytes: Buffer.from('A letter.') }]);
  const { page } = await site().signedIn(NORA, controller.path(0));
  // The panel of apps is still chosen, from the editor before.
  await page.getByRole('tab', { name: /^Classes/ }).click();
  await itemReady(page, 'b.txt');
  await page.keyboard.press('1');
  await classButton(page, 'Blurred', true).waitFor();
  await search(page, '2');
  await page.keyboard.press('Escape');
  await palette(page).waitFor({ state: 'detached' });
  await classButton(page, 'Needs redaction', false).waitFor();
  await search(page, 'undo');
  await choose(page);
  await classButton(page, 'Blurred', false).waitFor();
  await page.keyboard.press('2');
  await classButton(page, 'Needs redaction', true).waitFor();
  await search(page, 'classify many');
  await choose(page);
  await page.waitForURL(/\/classify/);
});
