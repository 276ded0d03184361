import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import type { SiteClient } from '../support/site-client.ts';
import { lead } from '../support/windows.ts';
import { option, probe, search } from './app-probe.ts';
import { example, frameOf, publishApp } from './app-steps.ts';
import { inTheme } from './screen-checks.ts';
import { wholeScreenFaults as faults } from './whole-screen.ts';

const NORA = 'nora@apps-places.test';
// All apps are there before the first page.
const site = openSite([{ email: NORA, name: 'Nora North', team: 'North' }], { stays: true });
let client: SiteClient;
let project: number;
let item: number;
/** The app Hello table. */
let id: number;

const publish = (files: Readonly<Record<string, string>>): Promise<number> => publishApp(site(), client, files);
const exampleFiles = async (name: string, more: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(
      ['loupe-app.json', 'src/main.tsx', `src/${more}`].map(async file => [file, await example(name, file)] as const),
    ),
  );
/** Opens the menu of what is chosen beside its first actions. */
const more = (page: Page): Promise<void> => page.getByRole('button', { name: 'More', exact: true }).click();

async function closeDialog(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('banner').getByRole('button').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

beforeAll(async () => {
  client = await site().client(NORA);
  project = (await client.project('Flowers')).id;
  const [flower] = await client.classes(project, ['Flower']);
  const picture = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#667744' } })
    .jpeg()
    .toBuffer();
  item = (await client.upload(project, 'allium.jpg', picture)).id;
  await client.upload(project, 'canyon.jpg', picture);
  await client.call('PUT', `/api/v1/project/${project}/item/${item}/annotation`, {
    op: randomUUID(),
    base: 0,
    data: {
      metadata: { name: 'allium.jpg' },
      instances: [
        {
          id: 'a',
          type: 'bbox',
          classId: flower!.id,
          className: 'Flower',
          attributes: [],
          points: { x1: 40, y1: 60, x2: 200, y2: 220 },
        },
      ],
      tags: [],
      comments: [],
    },
  });
  id = await publish(await exampleFiles('hello-app', 'percent-text.ts'));
  await publish(await exampleFiles('review-panel', 'count-by-class.ts'));
  await publish(
    probe(
      'Probe',
      [
        { place: 'items.action', title: 'Probe these' },
        { place: 'project.page', title: 'Probe tab', projectTypes: ['Vector'] },
        { place: 'project.setup', title: 'Probe setup' },
        { place: 'dashboard.tile', title: 'Probe tile', height: 160 },
        { place: 'item.panel' },
      ],
      [{ id: 'count', title: 'Count one up' }],
    ),
  );
  await publish(
    probe(
      'Finder',
      [
        { place: 'items.action', title: 'Choose' },
        { place: 'explore.action', title: 'Probe the found' },
      ],
      [
        { id: 'count', title: 'Count the chosen' },
        { id: 'found', title: 'Count the found', place: 'explore.action' },
      ],
    ),
  );
}, 120_000);

it('should show an app as a page of the team in the theme of the product, and offer and run its commands', async () => {
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/projects`);
  await page.getByRole('link', { name: 'Hello table' }).waitFor();
  await search(page, 'hello');
  // The page of the app itself, and its commands under its name.
  await option(page, 'Hello table Go to').waitFor();
  await expect
    .poll(() => page.getByRole('option').filter({ hasText: 'Hello table' }).allTextContents())
    .toEqual(
      expect.arrayContaining([
        'Read the projects againHello table',
        'Find a project in the tableHello table',
        'Hello tableGo to',
      ]),
    );
  expect(await faults(page, 'palette with commands of apps')).toEqual([]);
  await option(page, 'Read the projects again').click();
  await page.waitForURL(new RegExp(`/t/${site().teamId}/apps/${id}$`));
  await page.getByText('Hello table: The projects are read again.').waitFor();
  const frame = frameOf(page, 'Hello table');
  await frame.getByRole('heading', { name: 'Hello, Nora North' }).waitFor();
  await frame.getByRole('button', { name: 'Flowers' }).waitFor();
  expect(await faults(page, 'app page')).toEqual([]);
  const looks = (): Promise<string> =>
    frame
      .locator('body')
      .evaluate(body => `${document.documentElement.dataset['theme']} ${getComputedStyle(body).backgroundColor}`);
  expect(await looks()).toBe('light rgb(255, 255, 255)');
  await inTheme(page, 'dark');
  await expect.poll(looks).toBe('dark rgb(28, 33, 40)');
  await inTheme(page, 'light');

  // Shown already: no other page, no other start.
  await search(page, 'find a project');
  await page.keyboard.press('Enter');
  await expect.poll(() => frame.locator('input').evaluate(field => field === document.activeElement)).toBe(true);
  expect(new URL(page.url()).pathname).toBe(`/t/${site().teamId}/apps/${id}`);
  await page.getByRole('button', { name: 'Commands of Hello table' }).click();
  await page.getByRole('menuitem', { name: 'Find a project in the table' }).waitFor();
  await page.keyboard.press('Escape');
  await frame.getByRole('button', { name: 'Flowers' }).click();
  await page.waitForURL(new RegExp(`/p/${project}`));
  // The frame that was clicked keeps the keys while it is there.
  await page.locator('iframe[title="Hello table"]').waitFor({ state: 'detached' });
  await search(page, 'Hello table');
  await option(page, 'Hello table Go to').waitFor();
});

it('should show an app on the page of an item and beside the editor, where its command leads, and count, keep a note and comment', async () => {
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/p/${project}/item/${item}/details`);
  await page.getByRole('tab', { name: 'Apps' }).click();
  await frameOf(page, 'Review notes').getByText('Flower: 1').waitFor();
  await search(page, 'another look');
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`/item/${item}$`));
  await page.getByText('Review notes: Select an object first.').waitFor();

  const frame = frameOf(page, 'Review notes');
  await frame.getByText('Flower: 1').waitFor();
  await frame.getByLabel('Note').fill('Look at the stem.');
  await frame.getByRole('button', { name: 'Keep' }).click();
  await frame.getByText('Kept.').waitFor();
  expect(await faults(page, 'app editor panel')).toEqual([]);
  await expect.poll(() => frame.getByRole('button', { name: 'Ask for another look' }).isDisabled()).toBe(true);
  await page.getByRole('tab', { name: /Objects/ }).click();
  await page
    .getByRole('listbox', { name: 'Objects' })
    .getByRole('option', { name: /Flower/ })
    .click();
  await page.getByRole('tab', { name: 'Apps' }).click();
  await frameOf(page, 'Review notes').getByRole('button', { name: 'Ask for another look' }).click();
  await page.getByRole('dialog').getByText('Ask for another look at the selected object?').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Comment' }).click();
  await page.getByText('Review notes: The comment is there.').waitFor();
  const { document } = (await client.annotation(project, item)) as unknown as {
    readonly document: { readonly comments: readonly object[]; readonly instances: readonly object[] };
  };
  expect(document).toMatchObject({
    comments: [{ instanceId: 'a', correspondence: [{ text: 'Please look at this object again.', email: NORA }] }],
    instances: [{ id: 'a' }],
  });
  // The note is in the panel that was opened again.
  await expect.poll(() => frameOf(page, 'Review notes').getByLabel('Note').inputValue()).toBe('Look at the stem.');
});

it('should run an app and its commands on chosen and on found items, in a tab of the project, its setup, above the projects and in a panel, each once though the app listens late', async () => {
  const inProject = `/t/${site().teamId}/p/${project}`;
  const { page } = await site().signedIn(NORA, `${inProject}/data`);
  const [inProbe, inFinder] = [frameOf(page, 'Probe'), frameOf(page, 'Finder')];
  await page.getByText('allium.jpg').first().waitFor();
  await page.keyboard.press('Control+a');
  await more(page);
  await page.getByRole('menuitem', { name: 'Probe these' }).waitFor();
  await expect.poll(() => page.getByRole('menuitem', { name: 'Probe the found' }).count()).toBe(0);
  await page.getByRole('menuitem', { name: 'Finder: Count the chosen' }).click();
  await inFinder.getByText('at items.action of Flowers, 2 chosen, theme light, Project Admin').waitFor();
  await inFinder.getByText('no item: received 1').waitFor();
  expect(await faults(page, 'app on items')).toEqual([]);
  await closeDialog(page);

  // The nearest place is the tab of the project.
  await search(page, 'probe tab');
  await option(page, 'Probe tab Go to').waitFor();
  await page.getByRole('combobox', { name: 'Command or page' }).fill('count one');
  await page.keyboard.press('Enter');
  await inProbe.getByText('at project.page of Flowers, 0 chosen').waitFor();
  await inProbe.getByText('no item: received 1').waitFor();
  await page
    .getByRole('link', { name: 'Probe tab' })
    .or(page.getByRole('tab', { name: 'Probe tab' }))
    .waitFor();
  await lead(page, `${inProject}/setup/general`);
  await page.getByText('Probe setup').click();
  await inProbe.getByText('at project.setup of Flowers').waitFor();
  await lead(page, `/t/${site().teamId}/projects`);
  await inProbe.getByText('at dashboard.tile of North').waitFor();
  expect(await faults(page, 'app tile')).toEqual([]);

  await lead(page, `${inProject}/item/${item}/details`);
  await page.getByRole('tab', { name: 'Apps' }).waitFor();
  await search(page, 'count one');
  await page.keyboard.press('Enter');
  await inProbe.getByText('at item.panel of Flowers, 0 chosen').waitFor();
  await inProbe.getByText('allium.jpg: received 1').waitFor();
  await page.getByRole('button', { name: 'Commands of Probe' }).click();
  await page.getByRole('menuitem', { name: 'Count one up' }).click();
  await inProbe.getByText('received 2').waitFor();
  await lead(page, `${inProject}/explore?query=instance(className+%3D+Flower)`);
  await page.getByText('1 item', { exact: true }).waitFor();
  await page.getByRole('gridcell').filter({ hasText: 'allium.jpg' }).click();
  await page.getByRole('toolbar', { name: 'Selected items' }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Finder: Count the found' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Probe these' }).count()).toBe(0);
  await page.getByRole('menuitem', { name: 'Probe the found' }).click();
  await inFinder.getByText('at explore.action of Flowers, 1 chosen, theme light, Project Admin').waitFor();
});
