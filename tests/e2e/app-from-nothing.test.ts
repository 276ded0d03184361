import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { pasteCode } from './app-steps.ts';
import { wholeScreenFaults as faults } from './whole-screen.ts';

const NORA = 'nora@app-from-nothing.test';
const site = openSite([{ email: NORA, name: 'Nora North', team: 'North' }]);

it('should be begun from a template, keep its last good preview, be written in two files, be fixed where the editor says, refused, allowed, published, and used as a page of the team', async () => {
  const client = await site().client(NORA);
  await client.project('Cars of the north');
  const { page, allow } = await site().signedIn(NORA, `/t/${site().teamId}/apps`);
  allow(/403/);
  await page.getByText('Write screens of your own').waitFor();
  expect(await faults(page, 'apps empty')).toEqual([]);
  await page.keyboard.press('Alt+n');
  const dialog = page.getByRole('dialog', { name: 'New app' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Counter');
  await dialog.getByRole('radio', { name: /Blank/ }).click();
  expect(await faults(page, 'apps new')).toEqual([]);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.waitForURL(/\/apps\/\d+\/edit$/);
  const app = page.frameLocator('iframe').first();
  await app.getByText('Hello, Nora North').waitFor();

  const editor = page.locator('.monaco-editor').first();
  await editor.locator('.view-line').first().click({ timeout: 60_000 });
  await page.keyboard.type('<');
  await page.getByText('The sources have errors: this is the last that could be built.').waitFor();
  expect(await app.getByText('Hello, Nora North').count()).toBe(1);
  expect(await faults(page, 'apps with an error')).toEqual([]);

  // All of it is rewritten, the first line as a person types.
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await page.keyboard.type("import { useCall } from '@loupe/sdk/app';\n");
  await pasteCode(
    page,
    "import { end } from './parts/end.ts';\nexport default function App() { const { data, error } = useCall(each => each.projects.list(), []); return <p>{error?.message ?? data?.total.toUpperCase()} {end}</p>; }",
  );
  await page.getByRole('button', { name: 'New file' }).click();
  await page.getByRole('textbox', { name: 'Path of the new file' }).fill('parts/end.ts');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Source of parts/end.ts' }).focus();
  await pasteCode(page, "export const end = 'in all';");
  await page.getByRole('button', { name: 'main.tsx', exact: true }).first().click();

  // The editor knows the types of the SDK, says what is wrong, and leads there.
  const problem = page.getByRole('button', { name: /main\.tsx, line 3.*toUpperCase/ });
  await problem.waitFor();
  expect(await faults(page, 'app from nothing, type error')).toEqual([]);
  await problem.click();
  await page.keyboard.press('Control+Shift+ArrowRight');
  await page.keyboard.type('toString');
  await problem.waitFor({ state: 'detached' });

  // What it calls it does not ask for yet.
  await app.getByText(/projects\.list needs the capability projects\.read.* in all/).waitFor();
  const view = (name: string): Promise<void> =>
    page.getByRole('radiogroup', { name: 'View' }).getByText(name, { exact: true }).click();
  await view('Settings');
  expect(await faults(page, 'apps settings')).toEqual([]);
  await page.getByRole('checkbox', { name: /^See the projects/ }).check();
  await view('Permissions');
  await page.getByText('Not allowed: such calls are refused').waitFor();
  expect(await faults(page, 'apps permissions')).toEqual([]);
  await page.getByRole('switch', { name: /See the projects/ }).click({ force: true });
  await page.getByRole('checkbox', { name: 'Everybody in the team' }).check();
  await page.getByRole('button', { name: 'Save permissions' }).click();
  await page.getByText('Permissions saved and in effect.').waitFor();
  await view('Code');
  await app.getByText('1 in all').waitFor();
  // What a source imports is still found after other views.
  await page.getByText('No problems.').waitFor();
  await page.getByRole('radiogroup', { name: 'Below' }).getByText(/^Log/).click();
  await page.getByText('projects.listProjects').or(page.getByText('projects.searchProjects')).first().waitFor();
  await page.getByRole('button', { name: 'Publish' }).click();
  const publish = page.getByRole('dialog', { name: 'Publish the app' });
  await publish.getByText('main.tsx').waitFor();
  await publish.getByRole('textbox', { name: 'Note' }).fill('The first');
  expect(await faults(page, 'apps publish')).toEqual([]);
  await publish.getByRole('button', { name: 'Publish version 1' }).click();
  await page.getByText('Version 1 is published.').waitFor();
  const id = Number(/apps\/(\d+)/.exec(page.url())![1]);
  expect(await client.call('GET', `/team/${site().teamId}/customapps/${id}`)).toMatchObject({
    version: 1,
    state: 'published',
    grant: { capabilities: ['projects.read'] },
  });

  // The refused call is in the log, where an admin reads it.
  await expect
    .poll(async () =>
      (
        await client.call<{ data: readonly { readonly call: string; readonly code: string | null }[] }>(
          'GET',
          `/team/${site().teamId}/customapps/${id}/calls?outcome=refused`,
        )
      ).data.some(each => each.call === 'projects.list' && each.code === 'CAPABILITY_DENIED'),
    )
    .toBe(true);

  await page.getByRole('link', { name: 'Counter', exact: true }).click();
  await page.locator('iframe[title="Counter"]').contentFrame().getByText('1 in all').waitFor();
}, 300_000);
