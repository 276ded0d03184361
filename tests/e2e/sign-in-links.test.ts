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
// Others reach it, so that it asks for the code that it printed.
const site = openOwnSite('empty', { settings: { HOST: '0.0.0.0', MAIL_DIR: folder, SIGN_UP: 'true' } });
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

it('should lead the first visitor who has the code to the first organization, and check the server', async () => {
  const { page } = await site().visit();
  await page.goto('/');
  await page.getByRole('heading', { name: 'Set up Loupe' }).waitFor();
  const code = await vi.waitFor(() => /^ {2}code {4}(\S+)$/m.exec(site().server.output())![1]!);
  await page.getByLabel('Code').fill(code);
  await page.getByLabel('First name').fill('Rita');
  await page.getByLabel('E-mail').fill(RITA);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByLabel('Organization').fill('North');
  await page.getByLabel('First team').fill('Alpha');
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText(`The mail server took a test mail to ${RITA}`).waitFor();
  expect(await wholeScreenFaults(page, 'installer')).toEqual([]);
  await page.getByRole('button', { name: 'Create organization' }).click();
  await page.getByText('Welcome to Loupe').waitFor();
});

it('should make an account with an organization by a mailed link', async () => {
  // In a tab of somebody else, whose account must give way.
  const { page } = await site().signedIn(RITA, '/sign-up');
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
});

it('should change the address of sign-in by a link to the new one, take it back by a link to the old one, and set a new password by a third', async () => {
  const CARA = 'cara@sign-in-links.test';
  const { page, allow } = await site().signedIn(RITA, '/profile/profile');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Change your e-mail' });
  await dialog.getByRole('textbox').fill(CARA);
  expect(await wholeScreenFaults(page, 'change of e-mail')).toEqual([]);
  await dialog.getByRole('button', { name: 'Send link' }).click();
  await page.getByText(`A link is on its way to ${CARA}.`).waitFor();
  await page.goto(await linkTo(CARA, 'confirm-email'));
  await page.getByText(`You will sign in with ${CARA}.`).waitFor();
  expect(await wholeScreenFaults(page, 'e-mail link')).toEqual([]);
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await page.getByRole('button', { name: 'Continue to Loupe' }).click();
  await lead(page, '/profile/profile');
  await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe(CARA);
  await page.getByText(`go on naming you by ${RITA}.`).waitFor();
  expect(await wholeScreenFaults(page, 'profile with another address')).toEqual([]);

  // Every device is signed out by it.
  allow(/status of 401/);
  await page.goto(await linkTo(RITA, 'undo-email-change'));
  await page.getByRole('button', { name: 'Undo change' }).click();
  await page.getByText(`A link to set a new password was mailed to ${RITA}.`).waitFor();
  await page.goto(await linkTo(RITA, 'reset-password'));
  await page.getByRole('textbox', { name: 'New password' }).fill('tram velvet orbit 9');
  expect(await wholeScreenFaults(page, 'password reset')).toEqual([]);
  await page.getByRole('button', { name: 'Set password and sign in' }).click();
  await page.getByRole('heading', { name: 'Projects' }).waitFor();
  expect(page.url()).not.toContain('#');
});
