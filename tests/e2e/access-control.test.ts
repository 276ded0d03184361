import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { runOnServer } from '../support/running-server.ts';
import { lead } from '../support/windows.ts';
import { pick } from './form-steps.ts';
import { markedPicture } from './picture-on-screen.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const [OLIVE, ANA] = ['olive@access.test', 'ana@access.test'];
const site = openSite(
  [
    { email: OLIVE, name: 'Olive Access', organization: 'Access', team: 'Access' },
    { email: ANA, name: 'Ana Access', organization: 'Access', team: 'Access' },
  ],
  { stays: true },
);

it('should make a token with scopes and revoke it, make a role, give it to a member whose screens follow, and name it as the reason', async () => {
  const { page } = await site().signedIn(OLIVE, `/t/${site().teamId}/setup/access-tokens`);
  await page.getByText('No access tokens yet.').waitFor();
  await page.getByRole('button', { name: 'New token' }).click();
  const making = page.getByRole('dialog', { name: 'New token' });
  await making.getByLabel('Name').fill('Nightly export');
  await making.getByRole('radio', { name: 'Service' }).check();
  await making.getByRole('checkbox', { name: 'Items and exports' }).check();
  expect(await wholeScreenFaults(page, 'access tokens, new')).toEqual([]);
  await making.getByRole('button', { name: 'Create token' }).click();
  await making.getByText('Copy the token now.').waitFor();
  const token = await making.getByText(/^loupe_[-\w]{43}=\d+$/).textContent();
  await making.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('row', { name: /Nightly export/ });
  await row.getByText('Read, Items and exports').waitFor();
  const asked = async (): Promise<number> =>
    (await page.request.get('/user/ME', { headers: { authorization: `Bearer ${token}` } })).status();
  expect(await asked()).toBe(200);
  await row.getByRole('button', { name: 'Revoke Nightly export' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('Token revoked').waitFor();
  expect(await asked()).toBe(401);

  await lead(page, `/t/${site().teamId}/setup/team-roles`);
  await page.getByRole('button', { name: 'Make a role' }).click();
  const dialog = page.getByRole('dialog', { name: 'New role' });
  await page.keyboard.type('Lead');
  await dialog.getByRole('checkbox', { name: 'Create and clone projects' }).check();
  await dialog.getByRole('checkbox', { name: 'Invite contributors' }).check();
  expect(await wholeScreenFaults(page, 'team roles, new')).toEqual([]);
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Create role' }).click();
  await page.getByRole('row', { name: /Lead.*Invite contributors, Create and clone projects.*Nobody/ }).waitFor();

  // Given on the page of members; the person's own screens follow.
  await lead(page, `/t/${site().teamId}/setup/members`);
  await pick(page, `Role of ${ANA}`, 'Lead');
  await page.getByText('Ana Access is Lead now.').waitFor();
  const ana = await site().signedIn(ANA, `/t/${site().teamId}/projects`);
  await ana.page.getByRole('link', { name: 'New project' }).first().waitFor();

  await lead(page, `/t/${site().teamId}/setup/rights?person=${ANA}`);
  await page.getByText('Ana Access: Contributor with the team role Lead').waitFor();
  await page.getByLabel('Search actions and reasons').fill('create project');
  await page.getByRole('cell', { name: 'Custom team role Lead' }).waitFor();
});

it('should show the owner who did what, find no change in it, and switch provisioning on', async () => {
  const { page } = await site().signedIn(OLIVE, `/t/${site().teamId}/setup/details`);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'team.png', mimeType: 'image/png', buffer: await markedPicture() });
  await page.getByText('Picture changed.').waitFor();
  await page.getByRole('img', { name: 'Picture of Access' }).waitFor();
  await page.getByLabel('Description').fill('Maps of the north');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('All set! Saved.').first().waitFor();
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page
    .getByRole('row', { name: /Team: changed/ })
    .first()
    .waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Organization' }).click();

  await page.getByRole('link', { name: 'Provisioning' }).click();
  await page.getByText('Provisioning is off.').waitFor();
  await page.getByRole('button', { name: 'Make token' }).click();
  const token = await page.getByText(/^loupe_scim_/).textContent();
  const address = await page.getByText(/\/scim\/v2\/\d+$/).textContent();
  const made = await page.request.post(`${new URL(address!).pathname}/Users`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    data: { userName: 'zoe@elsewhere.test', name: { givenName: 'Zoe', familyName: 'Zed' } },
  });
  expect(made.status()).toBe(201);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.reload();
  await page
    .getByRole('row', { name: /Zoe Zed/ })
    .getByText('Active')
    .waitFor();

  await page.getByRole('navigation', { name: 'Organization' }).getByRole('link', { name: 'Audit log' }).click();
  await page
    .getByRole('row', { name: /Team: changed/ })
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Check for changes' }).click();
  await page.getByText(/checked: nothing was changed\./).waitFor();
  const checks = await runOnServer<readonly { entries: number; problem?: object }[]>(site().place, ['audit', 'verify']);
  expect(checks.filter(each => each.entries > 0 && each.problem === undefined).length).toBe(checks.length);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  expect((await saved).suggestedFilename()).toBe('audit-log.csv');
  await page.getByLabel('Search actions, people and details').fill('no such entry');
  await page.getByText('No entry matches these filters.').waitFor();
});

it('should let a member leave a team, its owner hand another on, and the next owner delete it', async () => {
  const olive = await site().client(OLIVE);
  const ana = await site().client(ANA);
  const [left, handedOn] = (await Promise.all(
    ['Left behind', 'Short lived'].map(async name => {
      const { id } = await olive.call<{ id: number }>('POST', '/team', { name });
      const { links } = await olive.call<{ links: Readonly<Record<string, string>> }>(
        'POST',
        `/api/v1/team/${id}/inviteUsers`,
        { emails: [ANA], team_role: 4 },
      );
      await ana.call('POST', '/team/approveInvitation', { token: links[ANA]!.split('/').at(-1) });
      return id;
    }),
  )) as [number, number];

  const { page: member, allow } = await site().signedIn(ANA, `/t/${left}/setup/details`);
  // The page that is left gets the event of the change and asks for its team and its settings once more.
  allow(/status of 40[34]/);
  await member.getByRole('button', { name: 'Leave team' }).click();
  await member.getByRole('dialog').getByRole('button', { name: 'Leave team' }).click();
  await member.waitForURL('**/workspaces');
  await member.getByRole('link', { name: /^Short lived/ }).waitFor();
  await expect.poll(() => member.getByRole('link', { name: /Left behind/ }).count()).toBe(0);

  const { page } = await site().signedIn(OLIVE, `/t/${handedOn}/setup/details`);
  await page.getByRole('button', { name: 'Transfer ownership' }).click();
  await pick(page, 'New owner', 'Ana Access');
  expect(await wholeScreenFaults(page, 'transfer of a team')).toEqual([]);
  await page.getByRole('button', { name: 'Transfer team' }).click();
  await page.getByText('Ana Access owns the team now.').waitFor();

  await lead(member, `/t/${handedOn}/setup/details`);
  await member.getByRole('button', { name: 'Delete team' }).click();
  await expect.poll(() => member.getByRole('button', { name: 'Leave team' }).count()).toBe(0);
  await member
    .getByRole('dialog')
    .getByLabel(/to go on/)
    .fill('Short lived');
  await member.getByRole('dialog').getByRole('button', { name: 'Delete team' }).click();
  await member.waitForURL('**/workspaces');
  await expect.poll(() => member.getByRole('link', { name: /Short lived/ }).count()).toBe(0);
});
