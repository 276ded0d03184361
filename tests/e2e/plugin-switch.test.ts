import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import type { SiteClient } from '../support/site-client.ts';
import { pictures } from './screen-checks.ts';

const OLIVE = 'olive@plugin-switch.test';
const site = openSite([{ email: OLIVE, name: 'Olive North', team: 'North' }]);

/** Switches a plugin for the organization of a client. */
async function choose(client: SiteClient, plugin: string, choice: 'off' | 'default'): Promise<void> {
  const { data } = await client.call<{ data: readonly { organization: { id: number } }[] }>('GET', '/api/v1/teams');
  await client.call('PUT', `/api/v1/organizations/${data[0]!.organization.id}/plugins/${plugin}`, { choice });
}

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
