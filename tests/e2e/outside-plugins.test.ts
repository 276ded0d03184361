import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildPlugin } from '../../core/shell/server/outside/build-plugin.ts';
import { openOwnSite } from '../support/browser.ts';
import { lead } from '../support/windows.ts';
import { takePicture } from './screen-checks.ts';

const plugins = mkdtempSync(join(tmpdir(), 'loupe-plugins-'));
beforeAll(async () => {
  await buildPlugin(join(import.meta.dirname, '../../examples/storage-plugin'), join(plugins, 'team-notes'));
  const place = (id: string, files: Readonly<Record<string, string>>, manifest: object = {}): void => {
    mkdirSync(join(plugins, id));
    const halves = {
      ...('server.js' in files ? { server: 'server.js' } : {}),
      ...('web.js' in files ? { web: 'web.js' } : {}),
    };
    writeFileSync(
      join(plugins, id, 'plugin.json'),
      JSON.stringify({ sdk: 1, version: '0.3.0', manifest: { id, title: id, ...manifest }, ...halves }),
    );
    for (const [name, text] of Object.entries(files)) writeFileSync(join(plugins, id, name), text);
  };
  place('broken-server', {
    'server.js': "export default () => ({ activate() { throw new Error('this plugin is broken'); } });",
  });
  place(
    'broken-page',
    { 'web.js': "export default () => ({ activate() { throw new Error('this page is broken'); } });" },
    {
      routes: { page: { path: '/t/:teamId/broken', title: 'Broken page', access: 'team-member', icon: 'warning' } },
      menus: { main: [{ use: 'page', order: 950 }] },
    },
  );
  place(
    'torn-page',
    {
      'web.js':
        "export default () => ({ activate({ page }) { page('page', async () => ({ default() { throw new Error('this page <b>cannot</b> be drawn'); } })); } });",
    },
    {
      routes: { page: { path: '/t/:teamId/torn', title: 'Torn page', access: 'team-member', icon: 'warning' } },
      menus: { main: [{ use: 'page', order: 951 }] },
    },
  );
  mkdirSync(join(plugins, 'not-a-plugin'));
}, 60_000);
afterAll(() => rmSync(plugins, { recursive: true, force: true }));

const site = openOwnSite(
  [
    { email: 'root@loupe.test', name: 'Rita Root', admin: true, organization: 'Home', team: 'Home' },
    { email: 'olive@north.test', name: 'Olive North', organization: 'North', team: 'North' },
    { email: 'sam@south.test', name: 'Sam South', organization: 'South', team: 'South' },
  ],
  { settings: { PLUGINS_DIR: plugins }, stays: true },
);

it('should run a plugin from outside in the page, but no file other than the one the server knows: write, keep, delete, and its command', async () => {
  const { page, allow } = await site().signedIn('olive@north.test', `/t/${site().teamOf('olive@north.test')}/projects`);
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
  await page.emulateMedia({ colorScheme: 'dark' });
  await takePicture(page, 'outside notes dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await lead(page, `/t/${site().teamOf('olive@north.test')}/projects`);
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
  const { url } = site();
  const north = await site().client('olive@north.test');
  const south = await site().client('sam@south.test');
  const { page: olive, allow } = await site().signedIn(
    'olive@north.test',
    `/t/${site().teamOf('olive@north.test')}/notes`,
  );
  const { page: sam } = await site().signedIn('sam@south.test', `/t/${site().teamOf('sam@south.test')}/notes`);
  allow(/404 \(Not Found\)/);
  const link = olive.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Notes' });
  await link.waitFor();
  await sam.getByText('No notes yet').waitFor();

  const { page: rita } = await site().signedIn('root@loupe.test', '/admin/organizations');
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
  await expect.poll(() => sam.getByLabel('New note').count()).toBe(1);
  // Its address loads none of its code for those who have it not, signed in or not.
  for (const page of [olive, (await site().visit()).page]) {
    const asked: string[] = [];
    page.on('request', request => void asked.push(new URL(request.url()).pathname));
    await page.goto(new URL(`/t/${site().teamOf('olive@north.test')}/notes`, url).href);
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

it('should show super-admins what is installed, refused and failed, with its stack, and every hook with its documentation', async () => {
  const { page } = await site().signedIn('root@loupe.test', '/admin/plugins');
  await page.getByText('“not-a-plugin” failed to load').waitFor();
  const table = page.getByRole('table', { name: 'Plugins' });
  await page.getByText('External', { exact: true }).first().click();
  await table.getByRole('row', { name: /broken-server.*Did not start/ }).waitFor();
  await table.getByRole('row', { name: /Notes.*1\.0\.0.*1 page, 1 command, 3 calls, 1 table/ }).waitFor();
  await takePicture(page, 'admin plugins');
  await table.getByRole('button', { name: 'broken-server' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('It did not start').waitFor();
  await drawer
    .getByText(/broken-server\/server\.js/)
    .first()
    .waitFor();
  await takePicture(page, 'admin plugins failed');
  await page.keyboard.press('Escape');
  await table.getByRole('button', { name: 'Notes' }).click();
  await drawer
    .getByText('GET /services/main/api/v1/team-notes')
    .or(drawer.getByText('GET /api/v1/team-notes'))
    .first()
    .waitFor();
  await page.emulateMedia({ colorScheme: 'dark' });
  await takePicture(page, 'admin plugins details dark');

  // Authors find every hook with its documentation by words and by its link.
  await page.keyboard.press('Escape');
  await page.emulateMedia({ colorScheme: 'light' });
  await lead(page, '/admin/extensions');
  await page.getByLabel('Search extension points').fill('hooks items.statuschanging');
  const entry = page.getByRole('listitem').filter({ hasText: 'items.statusChanging' });
  await entry.getByText(/QuestionHook</).waitFor();
  await takePicture(page, 'admin extensions');
  await page.getByLabel('Search extension points').fill('team-notes');
  await page.getByText('Write a note').waitFor();
  await page.goto(`/admin/extensions#${encodeURIComponent('hook-server-core.committed')}`);
  await expect
    .poll(() =>
      page
        .locator('[id="hook-server-core.committed"]')
        .evaluate(each => each.getBoundingClientRect().top)
        .catch(() => -1),
    )
    .toBeGreaterThan(0);
  await page.emulateMedia({ colorScheme: 'dark' });
  await takePicture(page, 'admin extensions dark');
});

it('should keep a broken page half to its own page, and show super-admins what failed in the browsers of others, as text', async () => {
  const { page, allow } = await site().signedIn('sam@south.test', `/t/${site().teamOf('sam@south.test')}/projects`);
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

  const { page: rita } = await site().signedIn('root@loupe.test', '/admin/plugins?plugin=torn-page');
  const faults = rita.getByRole('dialog').getByRole('region', { name: 'Faults' });
  await faults.getByText('this page <b>cannot</b> be drawn', { exact: true }).waitFor();
  await faults.getByText(/^In the browser · page page · Version 0\.3\.0/).waitFor();
  await faults.getByText(/plugin-files\/torn-page/).waitFor();
  await expect.poll(() => faults.getByText('cannot</b> be drawn', { exact: false }).count()).toBeLessThanOrEqual(2);
  await expect.poll(() => faults.getByText(/^In the browser/).count()).toBe(1);
  await takePicture(rita, 'admin plugins browser fault');
});
