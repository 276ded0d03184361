import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import type { SiteClient } from '../support/site-client.ts';
import { photograph } from '../support/site-client.ts';
import { example, frameOf, publishApp } from './app-steps.ts';
import { wholeScreenFaults as faults } from './whole-screen.ts';

const NORA = 'nora@apps-commands.test';
const ANTON = 'anton@apps-commands.test';
const site = openSite([
  { email: NORA, name: 'Nora North', team: 'North' },
  { email: ANTON, name: 'Anton North', team: 'North' },
]);
/** Counts how often each command was received; listens only after a while, as an app that first loads something. */
const COUNTER = `import { useEffect, useState } from 'react';
import { onCommand, useAppContext } from '@loupe/sdk/app';
export default function Counter() {
  const { place, item, chosen } = useAppContext();
  const [received, setReceived] = useState(0);
  useEffect(() => {
    let stop = () => undefined;
    const timer = setTimeout(() => { stop = onCommand('count', () => setReceived(before => before + 1)); }, 400);
    return () => { clearTimeout(timer); stop(); };
  }, []);
  return <p>at {place} of {item?.name ?? 'no item'}, {chosen.length} chosen: received {received}</p>;
}
`;

let client: SiteClient;
let project: number;
let item: number;

const publish = (
  files: Readonly<Record<string, string>>,
  granted?: readonly string[],
  open?: readonly unknown[],
): Promise<number> => publishApp(site(), client, files, granted, open);
const counter = (name: string, commands: readonly object[], ...mounts: readonly object[]): Record<string, string> => ({
  'loupe-app.json': JSON.stringify({
    name,
    sdk: '1.1',
    entry: 'main.tsx',
    mounts,
    commands,
    capabilities: ['commands'],
  }),
  'main.tsx': COUNTER,
});
const option = (page: Page, title: string) => page.getByRole('option', { name: title });

async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command or page' }).fill(text);
}

beforeAll(async () => {
  client = await site().client(NORA);
  project = (await client.project('Flowers')).id;
  item = (await client.upload(project, 'allium.jpg', await photograph('allium-oreophilum'))).id;
  await client.call('PUT', `/team/${site().teamId}/member`, { e_mail: ANTON, role: 4 });
}, 120_000);

it('should open an app and run its command, and run it at once where the app is shown', async () => {
  const files = Object.fromEntries(
    await Promise.all(
      ['loupe-app.json', 'src/main.tsx', 'src/percent-text.ts'].map(
        async file => [file, await example('hello-app', file)] as const,
      ),
    ),
  );
  const id = await publish(files);
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
  await frameOf(page, 'Hello table').getByRole('heading', { name: 'Hello, Nora North' }).waitFor();
  // Shown already: no other page, no other start.
  await search(page, 'find a project');
  await page.keyboard.press('Enter');
  await expect
    .poll(() =>
      frameOf(page, 'Hello table')
        .locator('input')
        .evaluate(field => field === document.activeElement),
    )
    .toBe(true);
  expect(new URL(page.url()).pathname).toBe(`/t/${site().teamId}/apps/${id}`);
  await page.getByRole('button', { name: 'Commands of Hello table' }).click();
  await page.getByRole('menuitem', { name: 'Find a project in the table' }).waitFor();
  expect(await faults(page, 'menu of the commands of an app')).toEqual([]);
  await page.keyboard.press('Escape');
  await page.goto(`/t/${site().teamId}/projects`);
  await page.getByRole('link', { name: 'Hello table' }).waitFor();
  await search(page, 'Hello table');
  await option(page, 'Hello table Go to').click();
  await page.waitForURL(new RegExp(`/t/${site().teamId}/apps/${id}$`));
});

it('should run commands in tabs, panels and on chosen items, each once, though the app listens late', async () => {
  await publish(
    counter(
      'Counter',
      [{ id: 'count', title: 'Count one up' }],
      { place: 'project.page', title: 'Counter tab' },
      { place: 'item.panel' },
      { place: 'items.action' },
    ),
  );
  await publish(
    counter(
      'Chooser',
      [
        { id: 'count', title: 'Count the chosen' },
        { id: 'found', title: 'Count the found', place: 'explore.action' },
      ],
      { place: 'items.action', title: 'Choose' },
      { place: 'explore.action', title: 'Choose' },
    ),
  );
  await publish(counter('Beacon', [], { place: 'team.page' }));
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/projects`);
  await page.getByText('Flowers').first().waitFor();
  // All apps come at once: what is not offered by now is left out, and not still on its way.
  await page.getByRole('link', { name: 'Beacon' }).waitFor();
  await search(page, 'count one');
  await page.getByText('Nothing matches.').waitFor();
  await page.goto(`/t/${site().teamId}/p/${project}/data`);
  await page.getByText('allium.jpg').first().waitFor();
  await search(page, 'counter tab');
  await option(page, 'Counter tab Go to').waitFor();
  await page.getByRole('combobox', { name: 'Command or page' }).fill('count one');
  await page.keyboard.press('Enter');
  await frameOf(page, 'Counter').getByText('at project.page of no item, 0 chosen: received 1').waitFor();
  await page.goto(`/t/${site().teamId}/p/${project}/item/${item}/details`);
  await page.getByRole('tab', { name: 'Apps' }).waitFor();
  await search(page, 'count one');
  await page.keyboard.press('Enter');
  await frameOf(page, 'Counter').getByText('at item.panel of allium.jpg, 0 chosen: received 1').waitFor();
  await page.getByRole('button', { name: 'Commands of Counter' }).click();
  await page.getByRole('menuitem', { name: 'Count one up' }).click();
  await frameOf(page, 'Counter').getByText('received 2').waitFor();
  expect(await faults(page, 'commands of a panel')).toEqual([]);
  await page.goto(`/t/${site().teamId}/p/${project}/data`);
  await page.getByText('allium.jpg').first().waitFor();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Chooser: Count the chosen' }).click();
  await frameOf(page, 'Chooser').getByText('at items.action of no item, 1 chosen: received 1').waitFor();
  await page.goto(`/t/${site().teamId}/p/${project}/explore`);
  await page.getByText('allium.jpg').first().waitFor();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Chooser: Count the found' }).waitFor();
  await page.getByRole('menuitem', { name: 'Chooser: Count the chosen' }).click();
  await frameOf(page, 'Chooser').getByText('at explore.action of no item, 1 chosen: received 1').waitFor();
});

it('should open the panel beside the editor for a command that runs there', async () => {
  const files = Object.fromEntries(
    await Promise.all(
      ['loupe-app.json', 'src/main.tsx', 'src/count-by-class.ts'].map(
        async file => [file, await example('review-panel', file)] as const,
      ),
    ),
  );
  await publish(files);
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/p/${project}/item/${item}/details`);
  await page.getByRole('tab', { name: 'Apps' }).waitFor();
  await search(page, 'another look');
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`/item/${item}$`));
  await page.getByText('Review notes: Select an object first.').waitFor();
});

it('should offer nothing of apps that were not allowed commands, that are off, or that the person may not open', async () => {
  const commands = [{ id: 'count', title: 'Count sheep' }];
  const denied = await publish(counter('Denied', commands, { place: 'team.page' }), [], ['contributor']);
  const closed = await publish(counter('Closed', [{ id: 'count', title: 'Count goats' }], { place: 'team.page' }));
  const { page } = await site().signedIn(ANTON, `/t/${site().teamId}/projects`);
  await page.getByRole('link', { name: 'Denied' }).waitFor();
  await search(page, 'count');
  expect((await option(page, 'Count sheep').count()) + (await option(page, 'Count goats').count())).toBe(0);
  await client.call('PUT', `/team/${site().teamId}/customapps/${denied}/grant`, {
    capabilities: ['commands'],
    hosts: [],
    open: ['contributor'],
  });
  await page.reload();
  await page.getByRole('link', { name: 'Denied' }).waitFor();
  await search(page, 'count');
  await option(page, 'Count sheep').waitFor();
  await expect.poll(() => option(page, 'Count goats').count()).toBe(0);
  // Grants are listed by name.
  const { page: admins } = await site().signedIn(NORA, `/t/${site().teamId}/apps/${denied}/edit?view=permissions`);
  await admins
    .getByRole('switch', { name: 'Add entries to the command palette and to menus: “Count sheep”' })
    .waitFor();
  await admins.goto(`/t/${site().teamId}/projects`);
  await admins.getByRole('link', { name: 'Closed' }).waitFor();
  await search(admins, 'goats');
  await option(admins, 'Count goats').waitFor();
  await admins.keyboard.press('Escape');
  await client.call('PUT', `/team/${site().teamId}/customapps/${closed}/state`, { state: 'disabled' });
  await admins.reload();
  await admins.getByRole('link', { name: 'Denied' }).waitFor();
  await search(admins, 'goats');
  await admins.getByText('Nothing matches.').waitFor();
});
