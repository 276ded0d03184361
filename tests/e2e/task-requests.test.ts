import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { pictureReady } from './editor-steps.ts';
import { markedPicture } from './picture-on-screen.ts';
import { screenFaults, takePicture } from './screen-checks.ts';

const NORA = 'nora@task-requests.test';
const ANTON = 'anton@task-requests.test';
const site = openSite(
  [
    { email: NORA, name: 'Nora North', team: 'North' },
    { email: ANTON, name: 'Anton North', team: 'North' },
  ],
  { stays: true },
);

it('should give an annotator tasks on request, and the next ones with the key for the next task', async () => {
  const client = await site().client(NORA);
  const { id: project } = await client.project('Requests', 1, {
    settings: [
      ['ImageAutoAssignEnable', 1],
      ['ImageAutoAssignCount', 2],
      ['CategorizeItems', 1],
      ['ImageAutoAssignByCategory', 1],
    ].map(([attribute, value]) => ({ attribute, value })),
  });
  const items: number[] = [];
  for (const name of ['a', 'b', 'c', 'd'])
    items.push((await client.upload(project, `${name}.png`, await markedPicture())).id);
  const {
    data: [bags],
  } = await client.call<{ data: readonly { id: number }[] }>(
    'POST',
    `/services/work-management/api/v1/categories/bulk?project_id=${project}`,
    { bulk: [{ name: 'Bags' }, { name: 'Shoes' }] },
  );
  await client.call('POST', `/items/bulk/setcategory?project_id=${project}`, {
    bulk: [{ item_id: items[3], categories: [bags!.id] }],
  });
  await client.call('POST', `/api/v1/project/${project}/share/bulk`, { users: [{ user_id: ANTON, user_role: 1 }] });

  const { page, allow } = await site().signedIn(ANTON, `/t/${site().teamId}/p/${project}/data`);
  // That there is work to finish first is answered with 409.
  allow(/status of 409/);
  const button = page.getByRole('button', { name: 'Request tasks' });
  await button.click();
  await page.getByRole('menuitem', { name: /^Bags/ }).waitFor();
  await expect.poll(() => page.getByRole('menuitem', { name: /^Shoes/ }).isDisabled()).toBe(true);
  await takePicture(page, 'task-requests menu');
  expect(await screenFaults(page)).toEqual([]);
  await page.getByRole('menuitem', { name: /^Bags/ }).click();
  await page.getByText('You have a new task.').waitFor();
  await pictureReady(page);
  await page.getByText('d.png', { exact: true }).first().waitFor();

  // With the open item unfinished there is nothing more; once it is moved on there is a new batch.
  await page.keyboard.press('Alt+r');
  await page.getByText('Finish your current task before requesting more: 1 is left.').waitFor();
  await takePicture(page, 'task-requests unfinished');
  // Pinned, it stays in sight when it is not the annotator's any more.
  await client.call('POST', `/api/v1/project/${project}/items/change`, {
    selection: { item_ids: [items[3]] },
    change: { kind: 'pin', value: true },
  });
  await client.call('POST', `/api/v1/project/${project}/items/change`, {
    selection: { item_ids: [items[3]] },
    change: { kind: 'status', value: 3 },
  });
  await page.keyboard.press('Alt+r');
  await page.getByText('You have 2 new tasks.').waitFor();
  await page.getByText('a.png', { exact: true }).first().waitFor();
  await page.getByText('1 / 3').waitFor();
  await takePicture(page, 'task-requests next batch');
  await page.goto(`/t/${site().teamId}/p/${project}/data`);
  await page.getByTitle('Finish your current tasks before requesting more: 2 are left.').waitFor();
  await takePicture(page, 'task-requests list');
  expect(await screenFaults(page)).toEqual([]);
});
