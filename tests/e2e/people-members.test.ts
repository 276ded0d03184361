import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { openSite, PASSWORD } from '../support/browser.ts';
import { lead } from '../support/windows.ts';
import { pick } from './form-steps.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const NORA = 'nora@people-members.test';
const ANTON = 'anton@people-members.test';
const site = openSite(
  [
    { email: NORA, name: 'Nora North', team: 'North' },
    { email: ANTON, name: 'Anton North', team: 'North' },
  ],
  { stays: true },
);

it('should invite, find, change, pause and remove people, mostly by the keyboard', async () => {
  const faults: string[] = [];
  const client = await site().client(NORA);
  const people = Array.from({ length: 60 }, (_, at) => `p${String(at).padStart(2, '0')}@people-members.test`);
  await client.call('POST', `/api/v1/team/${site().teamId}/inviteUsers`, { emails: people, team_role: 4 });
  for (const name of ['Cars', 'Boats']) {
    const { id } = await client.project(name);
    await client.call('POST', `/api/v1/project/${id}/share/bulk`, {
      users: [
        { user_id: ANTON, user_role: 1 },
        { user_id: 'p01@people-members.test', user_role: 2 },
      ],
    });
  }
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/setup/members`);
  await page.getByRole('row', { name: /nora@people-members.test/ }).waitFor();

  // Only rows on screen are drawn; the last is reached by a key.
  await expect.poll(() => page.getByRole('row').count()).toBeLessThan(45);
  await page.getByRole('row', { name: /nora@people-members.test/ }).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('End');
  await page.getByRole('row', { name: /p59@people-members.test/ }).waitFor();
  faults.push(...(await wholeScreenFaults(page, 'people members')));

  // Invited: the good address goes, the link is there to be copied.
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByLabel('E-mail addresses').fill('ruth@people-members.test, nora@people-members.test');
  await page.getByRole('radio', { name: /Team Admin/ }).check();
  await page.getByRole('button', { name: 'Invite 2 people' }).click();
  await page.getByText('nora@people-members.test is a member of this team already.').waitFor();
  faults.push(...(await wholeScreenFaults(page, 'people invited')));
  await page.getByRole('button', { name: 'Done' }).click();

  // Found by search, filter and order, which stay in the address.
  await page.getByRole('textbox', { name: 'Search members' }).fill('ruth');
  await page.getByText('1 of 63').waitFor();
  expect(page.url()).toContain('q=ruth');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Filter' }).click();
  await pick(page, 'Role', 'Team Admin');
  await page.keyboard.press('Escape');
  await page.getByText('Role is Team Admin').waitFor();
  await page.getByText('1 of 63').waitFor();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.getByRole('button', { name: 'Projects', exact: true }).click();
  await page.getByRole('button', { name: 'Projects', exact: true }).click();
  await expect.poll(() => page.getByRole('row').nth(1).textContent()).toContain('Anton');

  // The file holds what is shown.
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv.split('\r\n')[0]).toBe('\uFEFFName,E-mail,Role,State,Group,Projects,Items,Last active,Since');
  expect(csv).toContain(`Anton North,${ANTON},Contributor,Active,,2,0,`);
  expect(csv.split('\r\n')).toHaveLength(65);

  // The role in the table, the rest in the drawer, opened by Enter.
  await pick(page, 'Role of p01@people-members.test', 'Team Admin');
  await page.getByText('p01@people-members.test is Team Admin now.').waitFor();
  await page.getByRole('row', { name: /Anton North/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('Cars').waitFor();
  faults.push(...(await wholeScreenFaults(page, 'people member')));
  await page.getByRole('switch', { name: 'Paused in Cars' }).click({ force: true });
  await expect
    .poll(
      async () =>
        (
          await client.call<{ data: readonly { email: string; paused: number }[] }>(
            'GET',
            `/api/v1/teams/${site().teamId}/members/work`,
          )
        ).data.find(each => each.email === ANTON)?.paused,
    )
    .toBe(1);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.url()).not.toContain('member=');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  // Chosen by Space, paused everywhere.
  await page.getByRole('row', { name: /Anton North/ }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Pause in all projects' }).click();
  await page
    .getByRole('dialog', { name: 'Pause in all projects' })
    .getByRole('button', { name: 'Pause', exact: true })
    .click();
  await page.getByText('Paused in 2 places.').waitFor();

  // Several at once: the losses are shown with numbers.
  await page
    .getByRole('row', { name: /p01@people-members.test/ })
    .getByRole('checkbox')
    .check();
  faults.push(...(await wholeScreenFaults(page, 'people chosen')));
  await page.getByRole('button', { name: 'Remove 2' }).click();
  await page
    .getByText(
      /2 people will lose access to this team\. \d places in projects and 0 assigned items are taken from them\. Items stay/,
    )
    .waitFor();
  await page.getByRole('button', { name: 'Remove 2 people' }).click();
  await page.getByText('Removed 2 people.').waitFor();
  await page.getByText('61', { exact: true }).waitFor();

  expect([...new Set(faults)]).toEqual([]);
}, 180_000);

it('should show contributors who is there, and let them change nothing', async () => {
  const client = await site().client(NORA);
  const { links } = await client.call<{ links: Readonly<Record<string, string>> }>(
    'POST',
    `/api/v1/team/${site().teamId}/inviteUsers`,
    { emails: ['carl@people-members.test'], team_role: 4 },
  );
  const visit = await site().visit();
  await visit.page.goto(new URL(links['carl@people-members.test']!).pathname);
  await visit.page.getByLabel('First name').fill('Carl');
  await visit.page.getByLabel('Last name').fill('North');
  await visit.page.getByLabel('Choose a password').fill(PASSWORD);
  await visit.page.getByRole('button', { name: /Join|Accept|Create/ }).click();
  await visit.page.waitForURL(/\/t\/\d+/);
  await lead(visit.page, `/t/${site().teamId}/setup/members`);
  await visit.page.getByRole('row', { name: /Nora North/ }).waitFor();
  for (const name of ['Invite', 'Remove from team'])
    await expect.poll(() => visit.page.getByRole('button', { name, exact: true }).count()).toBe(0);
  await expect.poll(() => visit.page.getByRole('checkbox').count()).toBe(0);
  await visit.page.getByRole('row', { name: /Nora North/ }).click();
  await visit.page.getByText('Team admins see the projects of others.').waitFor();
  await visit.page.keyboard.press('Escape');
  await visit.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects' }).click();
  await visit.page.getByRole('heading', { name: 'Projects' }).waitFor();
  await expect.poll(() => visit.page.getByRole('link', { name: 'New project' }).count()).toBe(0);
}, 90_000);
