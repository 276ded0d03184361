import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOwnSite } from '../support/browser.ts';
import { lead } from '../support/windows.ts';
import { reportVisit, turnUsageOn } from './operator-steps.ts';
import { placePlugins } from './outside-plugin-folder.ts';
import { pictures, takePicture } from './screen-checks.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const plugins = mkdtempSync(join(tmpdir(), 'loupe-plugins-'));
beforeAll(() => placePlugins(plugins), 60_000);
afterAll(() => rmSync(plugins, { recursive: true, force: true }));

const [RITA, OLIVE, SAM] = ['rita@home.test', 'olive@north.test', 'sam@south.test'];
const site = openOwnSite(
  [
    { email: RITA, name: 'Rita Root', admin: true, organization: 'Home', team: 'Home' },
    { email: OLIVE, name: 'Olive North', organization: 'North', team: 'North' },
    { email: SAM, name: 'Sam South', organization: 'South', team: 'South' },
  ],
  { settings: { PLUGINS_DIR: plugins }, stays: true },
);

it('should run a plugin from outside in the page, but no file other than the one the server knows: write, keep, delete, and its command', async () => {
  const { page, allow } = await site().signedIn(OLIVE, `/t/${site().teamOf(OLIVE)}/projects`);
  allow(/integrity|could not be loaded/);
  await page.route('**/plugin-files/team-notes/**', route =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'window.foreign = true; export default () => ({ activate() {} });',
    }),
  );
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Notes' }).click();
  await page.getByText(/could not be loaded, or is not the file/).waitFor();
  expect(await page.evaluate(() => 'foreign' in window)).toBe(false);
  await page.unroute('**/plugin-files/team-notes/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('No notes yet').waitFor();
  await page.getByLabel('New note').fill('Ask for the film of Tuesday');
  await page.getByRole('button', { name: 'Write' }).click();
  await page.getByRole('table', { name: 'Notes' }).getByText('Ask for the film of Tuesday').waitFor();
  await takePicture(page, 'outside notes');
  await lead(page, `/t/${site().teamOf(OLIVE)}/projects`);
  await page.getByRole('heading', { name: 'Projects' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command or page' }).fill('jot down');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/t\/\d+\/notes/);
  await expect.poll(() => page.getByLabel('New note').evaluate(each => each === document.activeElement)).toBe(true);

  await page.getByRole('button', { name: /Actions of Ask/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No notes yet').waitFor();
});

it('should switch it off for one organization in open tabs and at the server, and give it back', async () => {
  const north = await site().client(OLIVE);
  const south = await site().client(SAM);
  const { page: olive, allow } = await site().signedIn(OLIVE, `/t/${site().teamOf(OLIVE)}/notes`);
  allow(/404 \(Not Found\)/);
  const link = olive.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Notes' });
  await link.waitFor();

  const { page: rita } = await site().signedIn(RITA, '/admin/organizations');
  await rita.getByRole('link', { name: 'North' }).click();
  const choice = rita.getByRole('radiogroup', { name: 'Choice for Notes' });
  await choice.getByText('Off', { exact: true }).click();
  await link.waitFor({ state: 'detached' });
  await expect.poll(() => olive.getByLabel('New note').count()).toBe(0);
  expect(await north.send('GET', '/api/v1/team-notes')).toMatchObject({
    status: 404,
    body: { code: 'PLUGIN_DISABLED' },
  });
  expect((await south.send('GET', '/api/v1/team-notes')).status).toBe(200);
  // Its address loads none of its code for those who have it not, signed in or not.
  for (const page of [olive, (await site().visit()).page]) {
    const asked: string[] = [];
    page.on('request', request => void asked.push(new URL(request.url()).pathname));
    await page.goto(`/t/${site().teamOf(OLIVE)}/notes`);
    await page
      .getByText(/no page at this address|E-mail/)
      .first()
      .waitFor();
    expect(asked.filter(each => each.startsWith('/plugin-files/'))).toEqual([]);
  }

  await choice.getByText('Default', { exact: true }).click();
  await link.waitFor();
  await olive.getByLabel('New note').waitFor();
  expect((await north.send('GET', '/api/v1/team-notes')).status).toBe(200);
});

it('should show super-admins what is installed, refused and failed, and every hook with its documentation', async () => {
  const { page } = await site().signedIn(RITA, '/admin/plugins');
  await page.getByText('“not-a-plugin” failed to load').waitFor();
  const table = page.getByRole('table', { name: 'Plugins' });
  await page.getByText('External', { exact: true }).first().click();
  await table.getByRole('row', { name: /broken-server.*Did not start/ }).waitFor();
  await table.getByRole('row', { name: /Notes.*1\.0\.0.*1 page, 1 command, 3 calls, 1 table/ }).waitFor();
  await takePicture(page, 'admin plugins');

  // Authors find every hook with its documentation by words and by its link.
  await lead(page, '/admin/extensions');
  await page.getByLabel('Search extension points').fill('hooks items.statuschanging');
  const entry = page.getByRole('listitem').filter({ hasText: 'items.statusChanging' });
  await entry.getByText(/QuestionHook</).waitFor();
  await takePicture(page, 'admin extensions');
  await lead(page, `/admin/extensions#${encodeURIComponent('hook-server-core.committed')}`);
  await expect
    .poll(() =>
      page
        .locator('[id="hook-server-core.committed"]')
        .evaluate(each => each.getBoundingClientRect().top)
        .catch(() => -1),
    )
    .toBeGreaterThan(0);
});

it('should keep a broken page half to its own page, and report to super-admins what failed in the browsers of others, once', async () => {
  const { page, allow } = await site().signedIn(OLIVE, `/t/${site().teamOf(OLIVE)}/projects`);
  allow(/cannot<\/b> be drawn|this page is broken/);
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Broken page' }).click();
  await page.getByText('this page is broken').waitFor();
  await menu.getByRole('link', { name: 'Notes' }).click();
  await page.getByText('No notes yet').waitFor();
  const reported = page.waitForResponse(
    response =>
      response.url().includes('/plugin-faults') && (response.request().postData() ?? '').includes('cannot</b>'),
  );
  for (let times = 0; times < 2; times++) {
    await menu.getByRole('link', { name: 'Torn page' }).click();
    await page.getByText('cannot</b> be drawn').waitFor();
    await menu.getByRole('link', { name: 'Projects' }).click();
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
  }
  expect((await reported).status()).toBe(200);

  const { data } = await (
    await site().client(RITA)
  ).call<{ data: readonly { id: string; faults: readonly { side: string; stack: string }[] }[] }>(
    'GET',
    '/api/v1/admin/plugins',
  );
  expect(data.find(each => each.id === 'torn-page')!.faults.filter(each => each.side === 'browser')).toMatchObject([
    {
      where: 'page page',
      version: '0.3.0',
      message: 'this page <b>cannot</b> be drawn',
      stack: expect.stringContaining('plugin-files/torn-page') as string,
    },
  ]);
});

it('should announce maintenance, shut everybody else out, and lead them back to what they left', async () => {
  const { page: admin } = await site().signedIn(RITA, '/admin/maintenance');
  const home = `/t/${site().teamOf(OLIVE)}/projects`;
  await (await site().client(OLIVE)).project('Lakes');
  const { page: olive, allow } = await site().signedIn(OLIVE, home);
  allow(/503 \(Service Unavailable\)/);
  const bar = olive.getByRole('region', { name: 'Maintenance' });

  await admin.getByRole('textbox', { name: 'Message' }).fill('We are moving to larger disks.');
  await admin.getByRole('radiogroup', { name: 'Begins' }).getByText('At a time').click();
  await admin.getByLabel('Time', { exact: true }).fill('2040-05-01T22:00');
  await admin.getByRole('button', { name: 'Announce' }).click();
  await bar.getByText('Maintenance planned from May 1, 2040, 22:00').waitFor();
  const faults = [
    ...(await wholeScreenFaults(admin, 'maintenance form')),
    ...(await wholeScreenFaults(olive, 'maintenance bar')),
  ];

  // What is typed and not saved stays below the page of maintenance.
  await olive.getByRole('button', { name: 'More about Lakes' }).click();
  await olive.getByRole('menuitem', { name: 'Rename' }).click();
  const name = olive.getByRole('dialog').getByRole('textbox');
  await name.fill('Rivers');
  await admin.getByRole('radiogroup', { name: 'Begins' }).getByText('Now').click();
  await admin.getByRole('button', { name: 'Begin maintenance' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Begin maintenance' }).click();
  await admin.getByText(/^On since .* Only administrators can work/).waitFor();
  await olive.getByRole('heading', { name: 'Down for maintenance' }).waitFor();
  expect(new URL(olive.url()).pathname).toBe('/maintenance');
  faults.push(...(await wholeScreenFaults(olive, 'maintenance page')));

  await admin.getByRole('button', { name: 'End maintenance' }).click();
  await olive.getByRole('heading', { name: 'Down for maintenance' }).waitFor({ state: 'detached' });
  expect(new URL(olive.url()).pathname).toBe(home);
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
  await expect
    .poll(async () => (await rita.call<{ count: number }>('GET', '/api/v1/admin/errors?search=picture')).count)
    .toBe(1);
  const { page, allow } = await site().signedIn(RITA, '/admin/errors');
  // Events may be asked for once more by the session that ends when viewing stops.
  allow(/401 \(Unauthorized\) .*\/event-ticket/);
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
