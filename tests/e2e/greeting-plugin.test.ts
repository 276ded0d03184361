import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOwnSite } from '../support/browser.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const product = mkdtempSync(join(tmpdir(), 'loupe-greeting-'));

// What the README says: copy the folder of the example to the plugins, and start. The copy is built as the product is.
beforeAll(async () => {
  for (const each of ['core', 'plugins', 'sdk', 'package.json', 'tsconfig.json', 'vite.config.ts'])
    cpSync(join(ROOT, each), join(product, each), { recursive: true });
  cpSync(join(ROOT, 'examples/greeting-plugin'), join(product, 'plugins/extend/greeting'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(product, 'node_modules'));
  const { VITEST: _, NODE_ENV: __, ...env } = process.env;
  await promisify(execFile)(
    process.execPath,
    [join(product, 'node_modules/vite/bin/vite.js'), 'build', '--app', '--logLevel', 'error'],
    { cwd: product, env, maxBuffer: 1e8 },
  );
}, 240_000);
afterAll(() => rmSync(product, { recursive: true, force: true }));

const [OLIVE, MIA, SAM] = ['olive@north.test', 'mia@north.test', 'sam@south.test'];
// A copy of the product with one more plugin has a server of its own.
const site = openOwnSite(
  [
    { email: OLIVE, name: 'Olive Oak', organization: 'North', team: 'North' },
    { email: MIA, name: 'Mia Moss', organization: 'North', team: 'North' },
    { email: SAM, name: 'Sam Sea', organization: 'South', team: 'South' },
  ],
  { product },
);

it('should greet people by name and team on a page of its own, until it is switched off, and again afterwards', async () => {
  const { page: mia, allow } = await site().signedIn(MIA, `/t/${site().teamId}/projects`);
  allow(/404 \(Not Found\)/);
  const { page: sam } = await site().signedIn(SAM, `/t/${site().teamOf(SAM)}/hello`);
  const hello = mia.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Hello' });
  await hello.click();
  await mia.getByRole('heading', { name: 'Hello' }).waitFor();
  await mia.getByText('Hello Mia, this is North.').waitFor();
  await sam.getByText('Hello Sam, this is South.').waitFor();
  expect(await wholeScreenFaults(mia, 'greeting')).toEqual([]);

  // Found by its title from anywhere.
  await mia.goto(`/t/${site().teamId}/projects`);
  await mia.getByRole('heading', { name: 'Projects' }).waitFor();
  await mia.keyboard.press('Control+k');
  await mia.getByRole('combobox', { name: 'Command or page' }).fill('hello');
  await mia.getByRole('option', { name: /Hello/ }).first().waitFor();
  await mia.keyboard.press('Enter');
  await mia.waitForURL(/\/t\/\d+\/hello$/);

  const { organization } = await (
    await site().client(OLIVE)
  ).call<{ readonly organization: { readonly id: number } }>('GET', `/api/v1/team/${site().teamId}`);
  const { page: olive } = await site().signedIn(OLIVE, `/org/${organization.id}/plugins?search=greeting`);
  const choice = olive.getByRole('radiogroup', { name: 'Choice for Greeting' });
  await choice.getByText('Off', { exact: true }).click();
  await hello.waitFor({ state: 'detached' });
  await expect.poll(() => mia.getByText('this is North').count()).toBe(0);
  const north = await site().client(MIA);
  expect(await north.send('GET', '/api/v1/greeting')).toMatchObject({ status: 404, body: { code: 'PLUGIN_DISABLED' } });
  expect(await sam.getByText('Hello Sam, this is South.').count()).toBe(1);

  await choice.getByText('Default', { exact: true }).click();
  await hello.waitFor();
  await mia.getByText('Hello Mia, this is North.').waitFor();
});
