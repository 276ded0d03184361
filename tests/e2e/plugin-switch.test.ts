import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import type { SiteClient } from '../support/site-client.ts';
import { drawn, pictures, takePicture } from './screen-checks.ts';

const OLIVE = 'olive@plugin-switch.test';
const SAM = 'sam@plugin-switch.test';
const site = openSite([
  { email: OLIVE, name: 'Olive North', team: 'North' },
  { email: SAM, name: 'Sam South', team: 'South' },
]);

const downloads = (page: Page): ReturnType<Page['getByRole']> =>
  page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Import & export' });

/** Switches a plugin for the organization of a client. */
async function choose(client: SiteClient, plugin: string, choice: 'off' | 'default'): Promise<void> {
  const { data } = await client.call<{ data: readonly { organization: { id: number } }[] }>('GET', '/api/v1/teams');
  await client.call('PUT', `/api/v1/organizations/${data[0]!.organization.id}/plugins/${plugin}`, { choice });
}

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

  await choose(north, 'exchange', 'off');

  await downloads(olive).waitFor({ state: 'detached' });
  await expect.poll(() => olive.getByRole('button', { name: 'New export' }).count()).toBe(0);
  expect(await offers(olive, 'New export')).toBe(false);
  await olive.keyboard.press('Alt+n');
  await drawn(olive);
  await expect.poll(() => olive.getByRole('button', { name: 'Export', exact: true }).count()).toBe(0);
  await takePicture(olive, 'plugin-switch gone');
  expect(await north.send('GET', `/api/v1/project/${northId}/exports`)).toMatchObject({
    status: 404,
    body: { code: 'PLUGIN_DISABLED' },
  });

  await expect.poll(() => downloads(sam).count()).toBe(1);
  expect((await south.send('GET', `/api/v1/project/${southId}/exports`)).status).toBe(200);

  await choose(north, 'exchange', 'default');
  await downloads(olive).waitFor();
  await expect.poll(() => olive.getByRole('button', { name: 'New export' }).count()).toBeGreaterThan(0);
  expect((await north.send('GET', `/api/v1/project/${northId}/exports`)).status).toBe(200);
});

it('should not offer a project type without an editor, and say so where a script made an item of it', async () => {
  const north = await site().client(OLIVE);
  await choose(north, 'editor-tiled', 'off');
  const { id: project } = await north.project('Slides', 5);
  const [item] = await north.call<readonly { id: number }[]>('POST', '/image/ext-create', {
    project_id: project,
    team_id: site().teamId,
    upload_state: 3,
    images: [{ name: 'slide.tiff' }],
    meta: {},
  });
  const { page } = await site().signedIn(OLIVE, `/t/${site().teamId}/projects/new`);
  await page.getByRole('radio', { name: /^Vector/ }).waitFor();
  await expect.poll(() => page.getByRole('radio', { name: /^Tiled/ }).count()).toBe(0);
  await page.goto(`/t/${site().teamId}/p/${project}/item/${item!.id}`);
  await page.getByText('No editor for Tiled projects is installed, or it is switched off').waitFor();
  expect(await pictures(page, 'plugin-switch no editor')).toEqual([]);
  await choose(north, 'editor-tiled', 'default');
});
