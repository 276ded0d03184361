import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { wholeScreenFaults as faults } from './whole-screen.ts';

const NORA = 'nora@apps-manifest.test';
const site = openSite([{ email: NORA, name: 'Nora North', team: 'North' }]);

const manifest = {
  $schema: './loupe-app.schema.json',
  name: 'Clock',
  sdk: '1.1',
  entry: 'main.tsx',
  mounts: [{ place: 'team.page' }],
  capabilities: ['storage'],
};
const main = "export default function App() {\n  return <p>One o'clock</p>;\n}\n";

/** Opens the manifest of a new app in the code editor. */
async function openManifest(): Promise<Page> {
  const client = await site().client(NORA);
  const { id } = await client.call<{ id: number }>('POST', `/team/${site().teamId}/customapps`, {
    files: { 'main.tsx': main, 'loupe-app.json': `${JSON.stringify(manifest, undefined, 2)}\n` },
  });
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/apps/${id}/edit`);
  await page.getByText(/^Built in \d+ ms$/).waitFor({ timeout: 60_000 });
  await page.locator('.monaco-editor').first().waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'loupe-app.json', exact: true }).first().click();
  await page.locator('.view-line', { hasText: '"place"' }).waitFor();
  return page;
}

it('should offer, explain and check the places and capabilities in the manifest', async () => {
  const page = await openManifest();
  const line = page.locator('.view-line', { hasText: '"place"' });
  // Explained where the pointer rests.
  const explained = page.locator('.monaco-hover').getByText('A page of the team, named in the menu');
  await expect
    .poll(
      async () => {
        // The language may come after the pointer: it is asked at the next move.
        await line.getByText('"place"').hover();
        await line.getByText('"team.page"').hover();
        return explained.waitFor({ timeout: 2_000 }).then(
          () => true,
          () => false,
        );
      },
      { timeout: 40_000 },
    )
    .toBe(true);

  // Offered with its sentence.
  await line.getByText('"team.page"').dblclick();
  await page.keyboard.press('Escape');
  await page.keyboard.press('End');
  for (let back = 0; back < 'team.page"'.length; back++) await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.type('project.s');
  await page.keyboard.press('Control+Space');
  const offers = page.locator('.suggest-widget.visible');
  await offers.getByRole('option', { name: /project\.setup/ }).waitFor({ timeout: 20_000 });
  await page.keyboard.press('Enter');
  await page.locator('.view-line', { hasText: '"project.setup"' }).waitFor();
  await page.getByText('No problems.').waitFor({ timeout: 20_000 });

  // Marked where it is wrong.
  await page.keyboard.press('Control+End');
  await page.locator('.view-line', { hasText: '"storage"' }).getByText('"storage"').dblclick();
  await page.keyboard.press('End');
  for (let back = 0; back < 'storage"'.length; back++) await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.type('moon');
  await page.locator('.squiggly-error').first().waitFor({ timeout: 20_000 });
  await page
    .getByRole('button', { name: /loupe-app\.json, line \d+ .*Valid values.*storage/ })
    .waitFor({ timeout: 20_000 });
  expect(await faults(page, 'manifest with an error')).toEqual([]);
});
