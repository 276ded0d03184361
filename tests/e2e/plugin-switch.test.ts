import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { drawn, takePicture } from './screen-checks.ts';

const OLIVE = 'olive@plugin-switch.test';
const SAM = 'sam@plugin-switch.test';
const site = openSite([
  { email: OLIVE, name: 'Olive North', team: 'North' },
  { email: SAM, name: 'Sam South', team: 'South' },
]);

const downloads = (page: Page): ReturnType<Page['getByRole']> =>
  page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Import & export' });

/** Returns whether the palette offers a command. */
async function offers(page: Page, command: string): Promise<boolean> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command or page' }).waitFor();
  await page.keyboard.type(command);
  // What is found is drawn with what is typed; with nothing it says so.
  await page
    .getByRole('option')
    .or(page.getByText(/^Nothing/))
    .first()
    .waitFor();
  const found = await page.getByText(command, { exact: true }).count();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Command or page' }).waitFor({ state: 'detached' });
  return found > 0;
}

it('should take a plugin away from one organization in its open tabs, and give it back', async () => {
  const north = await site().client(OLIVE);
  const south = await site().client(SAM);
  const [northId, southId] = [(await north.project('Fields')).id, (await south.project('Woods')).id];

  const { page: olive, allow } = await site().signedIn(OLIVE, `/t/${site().teamOf(OLIVE)}/p/${northId}/downloads`);
  const { page: sam } = await site().signedIn(SAM, `/t/${site().teamOf(SAM)}/p/${southId}/downloads`);
  allow(/404 \(Not Found\)/);
  await downloads(olive).waitFor();
  await downloads(sam).waitFor();
  expect(await offers(olive, 'New export')).toBe(true);

  const { data } = await north.call<{ data: readonly { organization: { id: number } }[] }>('GET', '/api/v1/teams');
  const choose = (choice: string): Promise<unknown> =>
    north.call('PUT', `/api/v1/organizations/${data[0]!.organization.id}/plugins/exchange`, { choice });
  await choose('off');

  await downloads(olive).waitFor({ state: 'detached' });
  await expect.poll(() => olive.getByRole('button', { name: 'New export' }).count()).toBe(0);
  expect(await offers(olive, 'New export')).toBe(false);
  await olive.keyboard.press('Alt+n');
  await drawn(olive);
  expect(await olive.getByRole('button', { name: 'Export', exact: true }).count()).toBe(0);
  await takePicture(olive, 'plugin-switch gone');
  expect(await north.send('GET', `/api/v1/project/${northId}/exports`)).toMatchObject({
    status: 404,
    body: { code: 'PLUGIN_DISABLED' },
  });

  expect(await downloads(sam).count()).toBe(1);
  expect((await south.send('GET', `/api/v1/project/${southId}/exports`)).status).toBe(200);

  await choose('default');
  await downloads(olive).waitFor();
  await expect.poll(() => olive.getByRole('button', { name: 'New export' }).count()).toBeGreaterThan(0);
  expect((await north.send('GET', `/api/v1/project/${northId}/exports`)).status).toBe(200);
});
