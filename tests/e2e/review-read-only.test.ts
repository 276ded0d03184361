import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { pictureReady } from './editor-steps.ts';
import { markedPicture } from './picture-on-screen.ts';
import { pictures } from './screen-checks.ts';

const NORA = 'nora@review-read-only.test';
const ANTON = 'anton@review-read-only.test';
const site = openSite([
  { email: NORA, name: 'Nora North', team: 'North' },
  { email: ANTON, name: 'Anton North', team: 'North' },
]);

it('should let an annotator go on talking about an item that is read-only for them', async () => {
  const client = await site().client(NORA);
  const { id: project } = await client.project('Talk');
  const { id: item } = await client.upload(project, 'a.png', await markedPicture());
  await client.call('POST', `/api/v1/project/${project}/share/bulk`, { users: [{ user_id: ANTON, user_role: 1 }] });
  await client.call('POST', `/api/v1/project/${project}/items/change`, {
    selection: { item_ids: [item] },
    change: { kind: 'assign', value: ANTON },
  });
  await client.call('POST', `/api/v1/project/${project}/items/change`, {
    selection: { item_ids: [item] },
    change: { kind: 'status', value: 3 },
  });
  await client.call('POST', `/api/v1/project/${project}/items/change`, {
    selection: { item_ids: [item] },
    change: { kind: 'pin', value: true },
  });

  const { page } = await site().signedIn(ANTON, `/t/${site().teamId}/p/${project}/item/${item}`);
  await pictureReady(page);
  await page.getByText('Items in “Quality check” are read-only for your role.').waitFor();
  await page.getByRole('tab', { name: 'Comments' }).click();
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await page.getByRole('textbox', { name: 'New comment' }).fill('The left edge was hidden by a branch.');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('article').filter({ hasText: 'hidden by a branch' }).waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText('Read-only', { exact: true }).waitFor();
  const stored = async (): Promise<{ readonly comments: readonly unknown[] }> =>
    (
      await client.call<{ document: { comments: readonly unknown[] } }>(
        'GET',
        `/api/v1/project/${project}/item/${item}/editor`,
      )
    ).document;
  expect((await stored()).comments).toHaveLength(1);
  expect(await pictures(page, 'comments read-only')).toEqual([]);
});
