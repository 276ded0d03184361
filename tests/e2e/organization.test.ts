import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openOwnSite } from '../support/browser.ts';
import { lead } from '../support/windows.ts';
import { addWebhook, reportVisit, turnUsageOn } from './operator-steps.ts';
import { pictures, takePicture } from './screen-checks.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const [RITA, OLIVE, MIA, SAM] = ['rita@home.test', 'olive@north.test', 'mia@north.test', 'sam@south.test'];
const site = openOwnSite(
  [
    { email: RITA, name: 'Rita Root', admin: true, organization: 'Home', team: 'Home' },
    { email: OLIVE, name: 'Olive North', organization: 'North', team: 'North' },
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
  await page.getByRole('heading', { name: 'North', exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/org/${id}/teams`);
  await page.getByRole('table', { name: 'Teams' }).getByRole('link', { name: 'North' }).waitFor();
  expect(await pictures(page, 'organization teams')).toEqual([]);
  await page.getByRole('navigation', { name: 'Organization' }).getByRole('link', { name: 'Members' }).click();
  await page.getByRole('table', { name: 'Members' }).getByText(MIA).waitFor();
  await page.getByRole('navigation', { name: 'Organization' }).getByRole('link', { name: 'Plugins' }).click();
  await page.getByRole('heading', { name: 'Plugins of North' }).waitFor();
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
  await expect.poll(() => schedules.getByRole('radio', { name: 'On', exact: true }).isDisabled()).toBe(true);
  expect(await north.send('PUT', `/api/v1/organizations/${id}/plugins/work-schedules`, { choice: 'on' })).toMatchObject(
    { status: 400, body: { error: expect.stringContaining('operator') } },
  );

  // Cancelled: nothing happens.
  const choice = page.getByRole('radiogroup', { name: 'Choice for Categories' });
  const question = page.getByRole('dialog', { name: 'Switch Categories off' });
  await choice.getByText('Off', { exact: true }).click();
  await question.getByText(/also disables .*Task requests/).waitFor();
  faults.push(...(await wholeScreenFaults(page, 'organization question')));
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => tab(mia).count()).toBe(1);

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
  await expect.poll(() => tab(sam).count()).toBe(1);
  expect((await south.send('GET', `/api/v1/project/${southId}/agreement/rule`)).status).toBe(200);

  await choice.getByText('Default', { exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Switch Categories on' })
    .getByRole('button', { name: /^Switch on \d plugins$/ })
    .click();
  await tab(mia).waitFor();
  expect(faults).toEqual([]);
});

it('should let a super-admin open any organization', async () => {
  const id = await organizationOf(SAM);
  const { page } = await site().signedIn(RITA, `/org/${id}/plugins`);
  await page.getByRole('heading', { name: 'Plugins of South' }).waitFor();
  await lead(page, '/admin/users');
  await page.getByRole('textbox', { name: 'Search users' }).fill('mia@');
  await page.getByRole('table', { name: 'Users' }).getByText(MIA).waitFor();
  expect(await pictures(page, 'admin users')).toEqual([]);
  await page.getByRole('link', { name: 'Jobs' }).click();
  await page.getByRole('radio', { name: 'Failed' }).check({ force: true });
  await page.getByText('No jobs.').waitFor();
  await lead(page, `/org/${id}/plugins`);
  await page.getByRole('radiogroup', { name: 'Choice for Groups' }).getByText('Off', { exact: true }).click();
  await page.getByText('Groups is off for South from the next call on.').waitFor();
  const choice = page.getByRole('radiogroup', { name: 'Choice for Groups' });
  await choice.getByText('Default', { exact: true }).click();
  await page.getByText('Groups is on for South from the next call on.').waitFor();

  // What is withheld is out of the owner's hands, in the open tab too.
  const { page: owned } = await site().signedIn(SAM, `/org/${id}/plugins`);
  const own = owned.getByRole('radiogroup', { name: 'Choice for Groups' });
  await own.waitFor();
  await expect.poll(() => own.getByRole('radio', { name: 'Blocked' }).count()).toBe(0);
  await choice.getByText('Blocked', { exact: true }).click();
  await row(owned, 'Groups').getByText('Blocked by the operator of this installation').waitFor();
  await expect.poll(() => own.getByRole('radio', { name: 'On', exact: true }).isDisabled()).toBe(true);
  await expect.poll(() => own.getByRole('radio', { name: 'Blocked' }).isChecked()).toBe(true);
  await takePicture(page, 'organization withheld');
  await takePicture(owned, 'organization withheld owner');
  expect(await wholeScreenFaults(owned, 'organization withheld')).toEqual([]);
  await choice.getByText('Default', { exact: true }).click();
  await expect.poll(() => own.getByRole('radio', { name: 'On', exact: true }).isDisabled()).toBe(false);
});

it('should announce maintenance, shut everybody else out, and lead them back to what they left', async () => {
  const { page: admin } = await site().signedIn(RITA, '/admin/maintenance');
  const home = `/t/${site().teamOf(SAM)}/projects`;
  await (await site().client(SAM)).project('Lakes');
  const { page: sam, allow } = await site().signedIn(SAM, home);
  allow(/503 \(Service Unavailable\)/);
  const bar = sam.getByRole('region', { name: 'Maintenance' });

  await admin.getByRole('textbox', { name: 'Message' }).fill('We are moving to larger disks.');
  await admin.getByRole('radiogroup', { name: 'Begins' }).getByText('At a time').click();
  await admin.getByLabel('Time', { exact: true }).fill('2040-05-01T22:00');
  await admin.getByRole('button', { name: 'Announce' }).click();
  await bar.getByText('Maintenance planned from May 1, 2040, 22:00').waitFor();
  const faults = [
    ...(await wholeScreenFaults(admin, 'maintenance form')),
    ...(await wholeScreenFaults(sam, 'maintenance bar')),
  ];

  // What is typed and not saved stays below the page of maintenance.
  await sam.getByRole('button', { name: 'More about Lakes' }).click();
  await sam.getByRole('menuitem', { name: 'Rename' }).click();
  const name = sam.getByRole('dialog').getByRole('textbox');
  await name.fill('Rivers');
  await admin.getByRole('radiogroup', { name: 'Begins' }).getByText('Now').click();
  await admin.getByRole('button', { name: 'Begin maintenance' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Begin maintenance' }).click();
  await admin.getByText(/^On since .* Only administrators can work/).waitFor();
  await sam.getByRole('heading', { name: 'Down for maintenance' }).waitFor();
  expect(new URL(sam.url()).pathname).toBe('/maintenance');
  faults.push(...(await wholeScreenFaults(sam, 'maintenance page')));

  await admin.getByRole('button', { name: 'End maintenance' }).click();
  await sam.getByRole('heading', { name: 'Down for maintenance' }).waitFor({ state: 'detached' });
  expect(new URL(sam.url()).pathname).toBe(home);
  await expect.poll(() => name.inputValue()).toBe('Rivers');
  expect(faults).toEqual([]);
});

it('should show a super-admin errors with their source, the state of the system, the actions of all teams, and what somebody else sees', async () => {
  const rita = await site().client(RITA);
  const html = await (await fetch(`${site().url}/projects`, { headers: { accept: 'text/html' } })).text();
  const asset = /\/assets\/index-[\w-]+\.js/.exec(html)![0];
  expect((await fetch(`${site().url}${asset}.map`)).status).toBe(404);
  const stack = `TypeError: x\n    at a (${site().url}${asset}:3:300)`;
  const fault = { plugin: 'core', moment: 'uncaught', message: 'The picture “Ana” is gone', stack };
  await rita.call('POST', '/api/v1/plugin-faults', { faults: [fault] });
  const { page } = await site().signedIn(RITA, '/admin/errors');
  await expect
    .poll(async () => {
      await page.reload();
      await page.getByRole('heading', { name: 'Errors' }).waitFor();
      return page.getByRole('link', { name: 'Error: The picture <text> is gone' }).count();
    })
    .toBe(1);
  expect(await pictures(page, 'errors')).toEqual([]);
  await page.getByRole('link', { name: 'Error: The picture <text> is gone' }).click();
  const shown = page.locator('pre');
  await shown.waitFor();
  await expect.poll(() => shown.textContent()).toMatch(/ (core|plugins|node_modules)\/\S+\.\w+:\d+:\d+/);
  expect(await pictures(page, 'error')).toEqual([]);
  await page.getByRole('button', { name: 'Resolve' }).click();
  await page.getByRole('button', { name: 'Open again' }).waitFor();

  await lead(page, '/admin/system');
  await page.getByRole('table', { name: 'Storage' }).getByRole('row', { name: /North/ }).waitFor();
  await page.getByRole('row', { name: /Database size .* MB/ }).waitFor();
  expect(await pictures(page, 'system')).toEqual([]);

  // The actions of all teams, once usage analytics is on.
  await lead(page, '/admin/usage');
  await turnUsageOn(page);
  await reportVisit(await site().client(OLIVE), site().teamOf(OLIVE), 1440, { 'items.upload': 44 });
  await reportVisit(await site().client(SAM), site().teamOf(SAM), 2560, { 'projects.newProject': 7 });
  await page.reload();
  const all = page.getByRole('table', { name: 'Actions by count' }).getByRole('row', { name: /^All actions/ });
  await expect.poll(() => all.getByRole('cell').nth(2).textContent()).toBe('51');
  expect(await pictures(page, 'usage')).toEqual([]);

  // As somebody else, with a reason, read-only, until they stop.
  await lead(page, '/admin/users');
  await page.getByRole('button', { name: 'View as Olive North' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Ticket 7: projects are missing');
  expect(await pictures(page, 'view as')).toEqual([]);
  await page.getByRole('button', { name: 'Start viewing' }).click();
  const bar = page.getByRole('region', { name: 'Viewing as somebody else' });
  await bar.getByText('Viewing as Olive North.').waitFor();
  await lead(page, `/t/${site().teamOf(OLIVE)}/setup/webhooks`);
  await page.getByRole('button', { name: 'New webhook' }).click();
  await page.getByText('You are viewing as somebody else, which changes nothing.').waitFor();
  expect(await page.getByRole('button', { name: 'Create webhook' }).isDisabled()).toBe(true);
  expect(await pictures(page, 'viewing form')).toEqual([]);
  await page.keyboard.press('Escape');
  await bar.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('heading', { name: 'Users' }).waitFor();
  expect(await bar.count()).toBe(0);
});

it('should let a team admin add a webhook, and show why a message was not taken', async () => {
  const { page } = await site().signedIn(OLIVE, `/t/${site().teamOf(OLIVE)}/setup/webhooks`);
  await addWebhook(page);
  const secret = page.getByRole('dialog', { name: 'Signing secret' });
  await secret.getByText(/^whsec_/).waitFor();
  await secret.getByRole('button', { name: 'Done' }).click();
  expect(await pictures(page, 'webhooks')).toEqual([]);
  await page.getByRole('link', { name: 'Tickets' }).click();
  await page.getByRole('button', { name: 'Send test message' }).click();
  await page
    .getByRole('table', { name: 'Deliveries' })
    .getByText(/EGRESS_ALLOW/)
    .waitFor();
  expect(await pictures(page, 'webhook')).toEqual([]);
  await page.getByRole('button', { name: /^Details of webhook.test/ }).click();
  await page.getByText('"type": "webhook.test"').waitFor();
});
