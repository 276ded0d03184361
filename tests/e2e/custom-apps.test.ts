import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { wholeScreenFaults as faults } from './whole-screen.ts';

const NORA = 'nora@custom-apps.test';
const site = openSite([{ email: NORA, name: 'Nora North', team: 'North' }]);
const apps = (): string => `/t/${site().teamId}/apps`;
const frame = (page: Page) => page.frameLocator('iframe').first();
const view = (page: Page, name: string): Promise<void> =>
  page.getByRole('radiogroup', { name: 'View' }).getByText(name, { exact: true }).click();

it('should keep the last good preview on an error, lead to it, come back to an earlier version, and still find what a source imports', async () => {
  const client = await site().client(NORA);
  const manifest = {
    name: 'Clock',
    sdk: '1.0',
    entry: 'main.tsx',
    mounts: [{ place: 'team.page' }],
    capabilities: ['storage'],
  };
  // The second line has an error of types, which a build does not mind.
  const main = `import { hour } from './parts/hour.ts';
const wrong: string = 1;
export default function App() {
  return <p title={wrong}>{hour} o'clock</p>;
}
`;
  const { id } = await client.call<{ readonly id: number }>('POST', `/team/${site().teamId}/customapps`, {
    files: {
      'main.tsx': main,
      'parts/hour.ts': "export const hour: string = 'One';\n",
      'loupe-app.json': JSON.stringify(manifest),
    },
  });
  const { page } = await site().signedIn(NORA, `${apps()}/${id}/edit`);
  await frame(page).getByText("One o'clock").waitFor();
  const publish = async (version: number): Promise<void> => {
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('button', { name: `Publish version ${version}` }).click();
    await page.getByText(`Version ${version} is published.`).waitFor();
  };
  await publish(1);
  const wrong = page.getByText(/is not assignable to type/).first();
  await wrong.waitFor();

  await page.locator('.monaco-editor .view-line', { hasText: "o'clock" }).click();
  await page.keyboard.press('End');
  await page.keyboard.type(' +');
  await page.getByText('The sources have errors: this is the last that could be built.').waitFor();
  await expect.poll(() => frame(page).getByText("One o'clock").count()).toBe(1);
  const problem = page.getByRole('button', { name: /main\.tsx, line [3-9]/ }).first();
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
  await view(page, 'Code');
  await wrong.waitFor();
  await expect.poll(() => page.getByText(/Cannot find module/).count()).toBe(0);

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
