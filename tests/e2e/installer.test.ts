import { mkdtempSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openOwnSite, PASSWORD } from '../support/browser.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const folder = mkdtempSync(join(tmpdir(), 'loupe-installer-mails-'));
const site = openOwnSite('empty', { settings: { MAIL_DIR: folder } });
afterAll(() => rm(folder, { recursive: true, force: true }));

it('should lead the first visitor to the first organization, check the server, and be gone then', async () => {
  const { page } = await site().visit();
  await page.goto('/');
  await page.getByRole('heading', { name: 'Set up Loupe' }).waitFor();
  await page.getByLabel('First name').fill('Rita');
  await page.getByLabel('E-mail').fill('rita@north.test');
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByLabel('Organization').fill('North');
  await page.getByLabel('First team').fill('Alpha');
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText('A file was written, read and deleted.').waitFor();
  await page.getByText('The mail server took a test mail to rita@north.test').waitFor();
  expect(await readdir(folder)).toHaveLength(1);
  expect(await wholeScreenFaults(page, 'installer')).toEqual([]);
  await page.getByRole('button', { name: 'Create organization' }).click();
  await page.getByText('Welcome to Loupe').waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Administration' }).waitFor();
  await page.goto('/install');
  await page.getByText('This installation is set up.').waitFor();
});
