import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openOwnSite } from '../support/browser.ts';
import { takePicture } from './screen-checks.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const [RITA, OLIVE, TARA, MIA, SAM] = [
  'rita@home.test',
  'olive@north.test',
  'tara@north.test',
  'mia@north.test',
  'sam@south.test',
];
const site = openOwnSite(
  [
    { email: RITA, name: 'Rita Root', admin: true, organization: 'Home', team: 'Home' },
    { email: OLIVE, name: 'Olive North', organization: 'North', team: 'North' },
    { email: TARA, name: 'Tara North', organization: 'North', team: 'North' },
    { email: MIA, name: 'Mia North', organization: 'North', team: 'North' },
    { email: SAM, name: 'Sam South', organization: 'South', team: 'South' },
  ],
  { settings: { PLUGINS_OFF: 'work-schedules' } },
);

/** The organization of somebody's team. */
const organizationOf = async (email: string): Promise<number> =>
  (
    await (
      await site().client(email)
    ).call<{ data: readonly { organization: { id: number } }[] }>('GET', '/api/v1/teams')
  ).data[0]!.organization.id;

const entry = (page: Page): ReturnType<Page['getByRole']> =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Organization' });
const tab = (page: Page): ReturnType<Page['getByRole']> =>
  page.getByRole('navigation', { name: 'Setup' }).getByRole('link', { name: 'Categories' });
const row = (page: Page, title: string): ReturnType<Page['getByRole']> =>
  page
    .getByRole('table', { name: 'Plugins' })
    .getByRole('row')
    .filter({ has: page.getByText(title, { exact: true }) });

it('should let the owner see what the organization has, and switch a plugin off after a look at what goes with it', async () => {
  const north = await site().client(OLIVE);
  const south = await site().client(SAM);
  const [northId, southId] = [(await north.project('Fields')).id, (await south.project('Woods')).id];
  await north.call('POST', `/api/v1/project/${northId}/share/bulk`, { users: [{ user_id: MIA, user_role: 3 }] });
  const id = await organizationOf(OLIVE);
  const { page: mia, allow } = await site().signedIn(MIA, `/t/${site().teamOf(OLIVE)}/p/${northId}/setup/categories`);
  allow(/404 \(Not Found\)/);
  const { page: sam } = await site().signedIn(SAM, `/t/${site().teamOf(SAM)}/p/${southId}/setup/categories`);
  await tab(mia).waitFor();
  await tab(sam).waitFor();

  const { page } = await site().signedIn(OLIVE, `/t/${site().teamOf(OLIVE)}/projects`);
  await entry(page).click();
  await page.getByRole('heading', { name: 'North' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/org/${id}/plugins`);
  await row(page, 'Import and export').waitFor();
  const faults = [...(await wholeScreenFaults(page, 'organization plugins'))];

  // What each adds opens from its numbers, and leads on to what requires it.
  await row(page, 'Categories')
    .getByRole('button', { name: /^Details of Categories: .*calls/ })
    .click();
  const drawer = page.getByRole('dialog', { name: /Categories/ });
  await drawer
    .getByRole('region', { name: 'Calls' })
    .getByText(/categories/)
    .first()
    .waitFor();
  faults.push(...(await wholeScreenFaults(page, 'organization plugin')));
  await drawer.getByRole('button', { name: 'Task requests' }).click();
  await page.getByRole('dialog', { name: /Task requests/ }).waitFor();
  await page.keyboard.press('Escape');

  // What the operator left out stays out.
  const schedules = row(page, 'Work schedules');
  await schedules.getByText('Left out by the operator of this installation').waitFor();
  expect(await schedules.getByRole('radio', { name: 'On', exact: true }).isDisabled()).toBe(true);
  expect(await north.send('PUT', `/api/v1/organizations/${id}/plugins/work-schedules`, { choice: 'on' })).toMatchObject(
    { status: 400, body: { error: expect.stringContaining('operator') } },
  );

  // Cancelled: nothing happens.
  const choice = page.getByRole('radiogroup', { name: 'Choice for Categories' });
  const question = page.getByRole('dialog', { name: 'Switch Categories off' });
  await choice.getByText('Off', { exact: true }).click();
  await question.getByText(/requires it: .*Task requests/).waitFor();
  faults.push(...(await wholeScreenFaults(page, 'organization question')));
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await tab(mia).count()).toBe(1);

  await choice.getByText('Off', { exact: true }).click();
  await question.getByRole('button', { name: /^Switch off \d plugins$/ }).click();
  await page.getByText('Categories is off for North from the next call on.').waitFor();
  await row(page, 'Task requests').getByText('Needs Categories').waitFor();
  await tab(mia).waitFor({ state: 'detached' });
  expect(await north.send('GET', `/api/v1/project/${northId}/agreement/rule`)).toMatchObject({
    status: 404,
    body: { code: 'PLUGIN_DISABLED' },
  });

  // Nobody else is touched.
  expect(await tab(sam).count()).toBe(1);
  expect((await south.send('GET', `/api/v1/project/${southId}/agreement/rule`)).status).toBe(200);

  await choice.getByText('Default', { exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Switch Categories on' })
    .getByRole('button', { name: /^Switch on \d plugins$/ })
    .click();
  await tab(mia).waitFor();
  expect(faults).toEqual([]);
});

it('should show neither entry nor page to a team admin, and no organization of others to anybody', async () => {
  const north = await site().client(OLIVE);
  await north.call('PUT', `/team/${site().teamOf(OLIVE)}/member`, { e_mail: TARA, role: 7 });
  const tara = await site().client(TARA);
  const id = await organizationOf(OLIVE);
  const { page, allow } = await site().signedIn(TARA, `/t/${site().teamOf(OLIVE)}/setup/members`);
  allow(/40[34]/);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Team' }).waitFor();
  expect(await entry(page).count()).toBe(0);
  await page.goto(`/org/${id}/plugins`);
  await page.getByText('You don’t have access to this').waitFor();
  expect((await tara.send('GET', `/api/v1/organizations/${id}/plugins`)).status).toBe(403);
  expect((await tara.send('PUT', `/api/v1/organizations/${id}/plugins/exchange`, { choice: 'off' })).status).toBe(403);

  // Sam owns an organization, but not this one.
  const sam = await site().client(SAM);
  expect((await sam.send('PUT', `/api/v1/organizations/${id}/plugins/exchange`, { choice: 'off' })).status).toBe(404);
  const { page: foreign, allow: allowed } = await site().signedIn(SAM, `/org/${id}/plugins`);
  allowed(/404 \(Not Found\)/);
  await foreign.getByText('There is no page at this address.').waitFor();
  expect(await foreign.getByRole('table').count()).toBe(0);
});

it('should let a super-admin open any organization', async () => {
  const id = await organizationOf(SAM);
  const { page } = await site().signedIn(RITA, `/org/${id}/plugins`);
  await page.getByRole('heading', { name: 'South' }).waitFor();
  await page.getByRole('radiogroup', { name: 'Choice for Groups' }).getByText('Off', { exact: true }).click();
  await page.getByText('Groups is off for South from the next call on.').waitFor();
  const choice = page.getByRole('radiogroup', { name: 'Choice for Groups' });
  await choice.getByText('Default', { exact: true }).click();
  await page.getByText('Groups is on for South from the next call on.').waitFor();

  // What is withheld is out of the owner's hands, in the open tab too.
  const { page: owned } = await site().signedIn(SAM, `/org/${id}/plugins`);
  const own = owned.getByRole('radiogroup', { name: 'Choice for Groups' });
  await own.waitFor();
  expect(await own.getByRole('radio', { name: 'Withheld' }).count()).toBe(0);
  await choice.getByText('Withheld', { exact: true }).click();
  await row(owned, 'Groups').getByText('Withheld by the operator of this installation').waitFor();
  expect(await own.getByRole('radio', { name: 'On', exact: true }).isDisabled()).toBe(true);
  expect(await own.getByRole('radio', { name: 'Withheld' }).isChecked()).toBe(true);
  await takePicture(page, 'organization withheld');
  await takePicture(owned, 'organization withheld owner');
  expect(await wholeScreenFaults(owned, 'organization withheld')).toEqual([]);
  await choice.getByText('Default', { exact: true }).click();
  await expect.poll(() => own.getByRole('radio', { name: 'On', exact: true }).isDisabled()).toBe(false);
});
