import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { pick } from './form-steps.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const NORA = 'nora@people-groups.test';
const ANTON = 'anton@people-groups.test';
const site = openSite(
  [
    { email: NORA, name: 'Nora North', team: 'North' },
    { email: ANTON, name: 'Anton North', team: 'North' },
  ],
  { stays: true },
);

it('should make a group, fill it, share a project with it, and delete it', async () => {
  const faults: string[] = [];
  const client = await site().client(NORA);
  await client.call('POST', `/api/v1/team/${site().teamId}/inviteUsers`, {
    emails: ['p1@people-groups.test', 'p2@people-groups.test'],
    team_role: 4,
  });
  const { id } = await client.project('Cars');
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/setup/groups`);
  await page.getByText('No group yet.').waitFor();
  faults.push(...(await wholeScreenFaults(page, 'people groups empty')));
  await page.getByRole('button', { name: 'New group' }).click();
  await page.getByLabel('Name').fill('Night shift');
  await page.keyboard.press('Enter');
  await page.getByText('Night shift is saved.').waitFor();

  await page.getByLabel('Add contributors').first().click();
  await page.getByRole('option', { name: /Anton North/ }).click();
  await page.getByRole('option', { name: 'p1@people-groups.test' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('2 people added to Night shift.').waitFor();
  await page.getByRole('button', { name: 'Share a project' }).click();
  await pick(page, 'Project', 'Cars');
  await pick(page, 'Role', 'QA');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByText('Shared with the group.').waitFor();
  faults.push(...(await wholeScreenFaults(page, 'people group')));
  const contributors = async (): Promise<readonly string[]> =>
    (await client.call<{ data: readonly { email: string }[] }>('GET', `/api/v1/project/${id}/contributors`)).data.map(
      each => each.email,
    );
  expect(await contributors()).toEqual([ANTON, 'p1@people-groups.test']);

  await page.getByRole('checkbox', { name: 'p1@people-groups.test' }).check();
  await page.getByRole('button', { name: 'Take 1 out' }).click();
  await page.getByText(/They leave 1 project of the group/).waitFor();
  await page.getByRole('button', { name: 'Take out' }).click();
  await page.getByText('1 person taken out of Night shift.').waitFor();
  expect(await contributors()).toEqual([ANTON]);
  await page.keyboard.press('Escape');
  faults.push(...(await wholeScreenFaults(page, 'people groups')));

  await page.getByRole('link', { name: 'Members' }).click();
  await expect.poll(() => page.getByRole('row', { name: /Anton North/ }).textContent()).toContain('Night shift');

  await page.getByRole('link', { name: 'Groups' }).click();
  await page.getByRole('button', { name: 'Actions of Night shift' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText(/1 person will be in no group and leave 1 project/).waitFor();
  await page.getByRole('button', { name: 'Delete group' }).click();
  await page.getByText('Night shift is deleted.').waitFor();
  expect(await contributors()).toEqual([]);
  expect([...new Set(faults)]).toEqual([]);
}, 120_000);
