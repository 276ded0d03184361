import { mkdtempSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { openOwnSite, PASSWORD } from '../support/browser.ts';
import { lead } from '../support/windows.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const RITA = 'rita@sign-in-links.test';
const NINA = 'nina@sign-in-links.test';
const folder = mkdtempSync(join(tmpdir(), 'loupe-mails-'));
const site = openOwnSite('empty', { settings: { MAIL_DIR: folder, SIGN_UP: 'true' } });
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The path of the link of a kind in the newest mail with one to an address. */
const linkTo = (
  address: string,
  kind: 'reset-password' | 'verify' | 'confirm-email' | 'undo-email-change',
): Promise<string> =>
  vi.waitFor(
    async () => {
      const names = (await readdir(folder)).toSorted().toReversed();
      const mails = await Promise.all(names.map(each => readFile(join(folder, each), 'utf8')));
      const link = new RegExp(`/${kind}#[\\w-]{43}`);
      const links = mails
        .filter(each => each.includes(`To: ${address}`))
        .flatMap(each => link.exec(each.replaceAll(/=\r?\n/g, '')) ?? []);
      expect(links).not.toEqual([]);
      return links[0]!;
    },
    { timeout: 10_000 },
  );

it('should lead the first visitor to the first organization, check the server, and be gone then', async () => {
  const { page } = await site().visit();
  await page.goto('/');
  await page.getByRole('heading', { name: 'Set up Loupe' }).waitFor();
  await page.getByLabel('First name').fill('Rita');
  await page.getByLabel('E-mail').fill(RITA);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByLabel('Organization').fill('North');
  await page.getByLabel('First team').fill('Alpha');
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText('A file was written, read and deleted.').waitFor();
  await page.getByText(`The mail server took a test mail to ${RITA}`).waitFor();
  expect(await readdir(folder)).toHaveLength(1);
  expect(await wholeScreenFaults(page, 'installer')).toEqual([]);
  await page.getByRole('button', { name: 'Create organization' }).click();
  await page.getByText('Welcome to Loupe').waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Administration' }).waitFor();
  await page.goto('/install');
  await page.getByText('This installation is set up.').waitFor();
});

it('should make an account with an organization by a mailed link, and set its forgotten password by another', async () => {
  // In a tab of somebody else, whose account must give way.
  const { page, context, allow } = await site().signedIn(RITA, '/sign-up');
  await page.getByLabel('E-mail').fill(NINA);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
  await page.goto(await linkTo(NINA, 'verify'));
  await page.getByLabel('First name').fill('Nina');
  await page.getByLabel('Organization').fill('Nina & Co');
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  expect(await wholeScreenFaults(page, 'sign-up')).toEqual([]);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('Welcome to Loupe').waitFor();
  expect(page.url()).toMatch(/\/t\/\d+\/projects\?.*fromSignUp=1/);

  allow(/status of 40[14]/);
  await context.clearCookies();
  await page.goto('/');
  await page.getByRole('link', { name: 'Create an account' }).waitFor();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('E-mail').fill(NINA);
  expect(await wholeScreenFaults(page, 'password reset request')).toEqual([]);
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByText(`If there is an account for ${NINA}`).waitFor();
  const link = await linkTo(NINA, 'reset-password');
  await page.goto(link);
  await page.getByRole('textbox', { name: 'New password' }).fill('tram velvet orbit 9');
  expect(await wholeScreenFaults(page, 'password reset')).toEqual([]);
  await page.getByRole('button', { name: 'Set password and sign in' }).click();
  await page.getByRole('heading', { name: 'Projects' }).waitFor();
  expect(page.url()).not.toContain('#');

  await page.goto(link);
  await page.getByText('This link was used or has expired.').waitFor();
  await page.getByRole('link', { name: 'Ask for a new link' }).waitFor();
});

it('should change the address of sign-in by a link to the new one, and take it back by a link to the old one', async () => {
  const CARA = 'cara@sign-in-links.test';
  const { page, allow } = await site().signedIn(RITA, '/profile/profile');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Change your e-mail' });
  await page.keyboard.type(CARA);
  expect(await wholeScreenFaults(page, 'change of e-mail')).toEqual([]);
  await dialog.getByRole('button', { name: 'Send link' }).click();
  await page.getByText(`A link is on its way to ${CARA}.`).waitFor();
  await page.goto(await linkTo(CARA, 'confirm-email'));
  await page.getByText(`You will sign in with ${CARA}.`).waitFor();
  expect(await wholeScreenFaults(page, 'e-mail link')).toEqual([]);
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await page.getByText(`From now on you sign in with ${CARA}.`).waitFor();
  await page.getByRole('button', { name: 'Continue to Loupe' }).click();
  await lead(page, '/profile/profile');
  await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe(CARA);
  await page.getByText(`go on naming you by ${RITA}.`).waitFor();
  expect(await wholeScreenFaults(page, 'profile with another address')).toEqual([]);

  // Every device is signed out by it.
  allow(/status of 401/);
  const { page: other } = await site().visit();
  await other.goto(await linkTo(RITA, 'undo-email-change'));
  await other.getByRole('button', { name: 'Undo change' }).click();
  await other.getByText(`A link to set a new password was mailed to ${RITA}.`).waitFor();
});
