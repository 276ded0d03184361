import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { pictureReady } from './editor-steps.ts';
import { markedPicture } from './picture-on-screen.ts';
import { pictures, screenFaults, takePictures } from './screen-checks.ts';

const NORA = 'nora@notifications.test';
const ANA = 'ana@notifications.test';
const site = openSite([
  { email: NORA, name: 'Nora North', team: 'North' },
  { email: ANA, name: 'Ana North', team: 'North' },
]);

it('should show an annotator what happens to their items while they look, and lead to the place', async () => {
  const nora = await site().client(NORA);
  const { id: project } = await nora.project('Birds');
  const items: number[] = [];
  for (const name of ['heron', 'wren', 'robin'])
    items.push((await nora.upload(project, `${name}.png`, await markedPicture())).id);
  await nora.call('POST', `/api/v1/project/${project}/share/bulk`, { users: [{ user_id: ANA, user_role: 1 }] });
  const change = (ids: readonly number[], kind: string, value: unknown): Promise<unknown> =>
    nora.call('POST', `/api/v1/project/${project}/items/change`, {
      selection: { item_ids: ids },
      change: { kind, value },
    });

  const { page } = await site().signedIn(ANA, `/t/${site().teamId}/projects`);
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
  await change(items, 'assign', ANA);
  const bell = page.getByRole('button', { name: 'Notifications, 1 unread' });
  await bell.waitFor();
  await change([items[1]!], 'status', 4);
  await page.getByRole('button', { name: 'Notifications, 2 unread' }).click();
  await page.getByRole('link', { name: /Nora North assigned 3 items to you/ }).waitFor();
  await takePictures(page, 'notifications bell');
  expect(await screenFaults(page)).toEqual([]);
  await page.getByRole('link', { name: /Nora North returned wren.png to you/ }).click();
  await pictureReady(page);
  await page.getByText('wren.png', { exact: true }).first().waitFor();

  await page.goto(`/t/${site().teamId}/notifications`);
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Mark all as read' }).click();
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
  expect(await pictures(page, 'notifications list')).toEqual([]);

  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('radiogroup', { name: 'Assigned to me' }).getByText('Off').click();
  await page.getByText('Saved.', { exact: true }).waitFor();
  expect(await pictures(page, 'notifications settings')).toEqual([]);
  await change([items[0]!], 'unassign', null);
  await change([items[0]!], 'assign', ANA);
  await change([items[2]!], 'status', 4);
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor();
});
