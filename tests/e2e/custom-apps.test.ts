import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { wholeScreenFaults as faults } from './whole-screen.ts';

const NORA = 'nora@custom-apps.test';
const BEN = 'ben@custom-apps.test';
const site = openSite(
  [
    { email: NORA, name: 'Nora North', team: 'North' },
    { email: BEN, name: 'Ben North', team: 'North' },
  ],
  { stays: true },
);
const apps = (): string => `/t/${site().teamId}/apps`;
const frame = (page: Page) => page.frameLocator('iframe').first();
const view = (page: Page, name: string): Promise<void> =>
  page.getByRole('radiogroup', { name: 'View' }).getByText(name, { exact: true }).click();

interface View {
  readonly id: number;
  readonly version: number | null;
  readonly state: string;
  readonly grant: { readonly capabilities: readonly string[] };
}

it('should be made from a template, seen beside its code, allowed, and published', async () => {
  const client = await site().client(NORA);
  await client.project('Cars of the north');
  const { page, allow } = await site().signedIn(NORA, apps());
  allow(/403/);
  await page.getByText('Write screens of your own').waitFor();
  expect(await faults(page, 'apps empty')).toEqual([]);
  await page.keyboard.press('Alt+n');
  const dialog = page.getByRole('dialog', { name: 'New app' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Hello table');
  await dialog.getByRole('radio', { name: /Hello table/ }).click();
  expect(await faults(page, 'apps new')).toEqual([]);
  await dialog.getByRole('button', { name: 'Create' }).click();

  // It runs at once; what it asks for, nobody allowed yet.
  await page.waitForURL(/\/apps\/\d+\/edit$/);
  const id = Number(/apps\/(\d+)/.exec(page.url())![1]);
  await page.getByText(/^Built in \d+ ms$/).waitFor();
  await frame(page)
    .getByRole('alert')
    .getByText(/projects\.read|not allowed/i)
    .waitFor();
  await page.locator('.monaco-editor').first().waitFor();
  expect(await faults(page, 'apps workshop')).toEqual([]);

  await view(page, 'Permissions');
  await page.getByText('Not allowed: such calls are refused').waitFor();
  expect(await faults(page, 'apps permissions')).toEqual([]);
  await page.getByRole('switch', { name: /See the projects/ }).click({ force: true });
  await page.getByRole('checkbox', { name: 'Everybody in the team' }).check();
  await page.getByRole('button', { name: 'Save permissions' }).click();
  await page.getByText('The permissions are saved.').waitFor();
  await view(page, 'Code');
  await frame(page).getByText('Cars of the north').waitFor();

  // What is typed is seen within a second or so, and stored by itself.
  await page.locator('.view-line', { hasText: '<th>Project</th>' }).click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Control+Home');
  // On a line of its own: a comment that is only begun would hide the imports below it, and a build may come between
  // two keys.
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.type('// mine');
  await page.locator('.view-line', { hasText: '// mine' }).waitFor();
  await page.getByText('Draft saved').waitFor();
  await page
    .getByRole('radiogroup', { name: 'Below' })
    .getByText(/^Calls/)
    .click();
  await page.getByText('projects.list', { exact: true }).first().waitFor();
  await page.getByRole('radiogroup', { name: 'Below' }).getByText(/^Log/).click();
  await page.getByText('projects.listProjects').or(page.getByText('projects.searchProjects')).first().waitFor();

  await page.getByRole('button', { name: 'Publish' }).click();
  const publish = page.getByRole('dialog', { name: 'Publish the app' });
  await publish.getByText('main.tsx').waitFor();
  await publish.getByRole('textbox', { name: 'Note' }).fill('The first');
  expect(await faults(page, 'apps publish')).toEqual([]);
  await publish.getByRole('button', { name: 'Publish version 1' }).click();
  await page.getByText('Version 1 is published.').waitFor();
  expect(await client.call<View>('GET', `/team/${site().teamId}/customapps/${id}`)).toMatchObject({
    version: 1,
    state: 'published',
    grant: { capabilities: ['projects.read'] },
  });

  const { page: bens } = await site().signedIn(BEN, `/t/${site().teamId}/apps/${id}`);
  await frame(bens).getByText('You are in no project yet.').waitFor();
});

it('should keep the last good preview on an error, lead to it, and come back to an earlier version', async () => {
  const client = await site().client(NORA);
  const manifest = {
    name: 'Clock',
    sdk: '1.0',
    entry: 'main.tsx',
    mounts: [{ place: 'team.page' }],
    capabilities: ['storage'],
  };
  const main = "export default function App() {\n  return <p>One o'clock</p>;\n}\n";
  const { id } = await client.call<View>('POST', `/team/${site().teamId}/customapps`, {
    files: { 'main.tsx': main, 'loupe-app.json': JSON.stringify(manifest) },
  });
  const { page } = await site().signedIn(NORA, `${apps()}/${id}/edit`);
  await frame(page).getByText("One o'clock").waitFor();
  const publish = async (version: number): Promise<void> => {
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('button', { name: `Publish version ${version}` }).click();
    await page.getByText(`Version ${version} is published.`).waitFor();
  };
  await publish(1);

  await page.locator('.monaco-editor .view-line', { hasText: "One o'clock" }).click();
  await page.keyboard.press('End');
  await page.keyboard.type(' +');
  await page.getByText('The sources have errors: this is the last that could be built.').waitFor();
  await expect.poll(() => frame(page).getByText("One o'clock").count()).toBe(1);
  const problem = page.getByRole('button', { name: /main\.tsx, line \d/ }).first();
  await problem.waitFor();
  expect(await faults(page, 'apps with an error')).toEqual([]);
  await problem.click();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await page.getByText(/^Built in \d+ ms$/).waitFor();

  // Another file, renamed and taken away with a way back.
  await page.getByRole('button', { name: 'New file' }).click();
  await page.getByRole('textbox', { name: 'Path of the new file' }).fill('parts/hand.ts');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'hand.ts', exact: true }).first().focus();
  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.keyboard.press('Control+s');
  await page.getByText('The draft is saved.').waitFor();
  await publish(2);

  await view(page, 'Versions');
  await page.getByRole('button', { name: /^Version 1/ }).click();
  await page.getByText('Left version 1, right the draft').waitFor();
  await page.locator('.monaco-diff-editor').waitFor();
  expect(await faults(page, 'apps versions')).toEqual([]);
  await page.getByRole('button', { name: 'Roll back to it' }).click();
  await page.getByRole('button', { name: 'Roll back', exact: true }).click();
  await page.getByText('Version 1 is published again, as version 3.').waitFor();

  await view(page, 'Settings');
  expect(await faults(page, 'apps settings')).toEqual([]);
  await page.getByRole('textbox', { name: 'Description' }).fill('Shows the time');
  await view(page, 'Data');
  await page.getByText('The app keeps nothing for the team yet.').waitFor();
  await page.getByRole('textbox', { name: 'Data as JSON' }).fill('{ "hour": 1 }');
  await page.getByRole('button', { name: 'Save data' }).click();
  await page.getByText('The data is saved.').waitFor();
  expect(await faults(page, 'apps data')).toEqual([]);
  expect(await client.call('GET', `/team/${site().teamId}/customapps/${id}/data`)).toMatchObject({
    value: { hour: 1 },
  });

  await page.goto(apps());
  await page.getByRole('row', { name: /Clock/ }).waitFor();
  expect(await faults(page, 'apps list')).toEqual([]);
  await page.getByRole('row', { name: /Clock/ }).getByRole('button', { name: /Clock/ }).click();
  await page.getByRole('menuitem', { name: 'Switch off' }).click();
  await page.getByText('Clock is off: nobody can open it.').waitFor();
  await page.getByRole('row', { name: /Clock/ }).getByRole('button', { name: /Clock/ }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export' }).click();
  const archive = await (await download).path();
  await page.locator('input[type=file]').first().setInputFiles(archive);
  await page.waitForURL(url => /apps\/\d+\/edit$/.test(url.pathname) && !url.pathname.includes(`/apps/${id}/`));
  await page.goto(apps());
  await page
    .getByRole('row', { name: /Clock.*Off/ })
    .getByRole('button', { name: /Clock/ })
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('Clock is deleted.').waitFor();
});
