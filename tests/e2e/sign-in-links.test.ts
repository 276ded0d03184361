import { mkdtempSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { openOwnSite, PASSWORD } from '../support/browser.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const OLIVE = 'olive@sign-in-links.test';
const PIA = 'pia@sign-in-links.test';
const VERA = 'vera@sign-in-links.test';
const NINA = 'nina@sign-in-links.test';
const folder = mkdtempSync(join(tmpdir(), 'loupe-mails-'));
const site = openOwnSite(
  [
    { email: OLIVE, name: 'Olive North', team: 'North' },
    { email: PIA, name: 'Pia South', team: 'South' },
    { email: VERA, name: 'Vera West', team: 'West' },
  ],
  { settings: { MAIL_DIR: folder, SIGN_UP: 'true' } },
);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The path of the link in the newest mail to an address. */
const linkTo = (address: string): Promise<string> =>
  vi.waitFor(
    async () => {
      const names = (await readdir(folder)).toSorted().toReversed();
      const mails = await Promise.all(names.map(each => readFile(join(folder, each), 'utf8')));
      const mail = mails.find(each => each.includes(`To: ${address}`)) ?? '';
      return /(\/(?:reset-password|verify|confirm-email|undo-email-change)#[\w-]{43})/.exec(
        mail.replaceAll(/=\r?\n/g, ''),
      )![1]!;
    },
    { timeout: 10_000 },
  );

it('should set a forgotten password by a mailed link and sign in with it', async () => {
  const { page, allow } = await site().visit();
  await page.goto('/');
  await page.getByRole('link', { name: 'Create an account' }).waitFor();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('E-mail').fill(PIA);
  expect(await wholeScreenFaults(page, 'password reset request')).toEqual([]);
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByText(`If there is an account for ${PIA}`).waitFor();
  const link = await linkTo(PIA);
  await page.goto(link);
  await page.getByRole('textbox', { name: 'New password' }).fill('tram velvet orbit 9');
  expect(await wholeScreenFaults(page, 'password reset')).toEqual([]);
  await page.getByRole('button', { name: 'Set password and sign in' }).click();
  await page.getByRole('heading', { name: 'Projects' }).waitFor();
  expect(page.url()).not.toContain('#');

  allow(/status of 404/);
  await page.goto(link);
  await page.getByText('This link was used or has expired.').waitFor();
  await page.getByRole('link', { name: 'Ask for a new link' }).waitFor();
});

it('should make an account with an organization by a mailed link', async () => {
  // In a tab of somebody else, whose account must give way.
  const { page } = await site().signedIn(OLIVE);
  await page.goto('/sign-up');
  await page.getByLabel('E-mail').fill(NINA);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
  await page.goto(await linkTo(NINA));
  await page.getByLabel('First name').fill('Nina');
  await page.getByLabel('Organization').fill('Nina & Co');
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  expect(await wholeScreenFaults(page, 'sign-up')).toEqual([]);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('Welcome to Loupe').waitFor();
  expect(page.url()).toMatch(/\/t\/\d+\/projects\?.*fromSignUp=1/);
});

it('should change the address of sign-in by a link to the new one, and take it back by a link to the old one', async () => {
  const CARA = 'cara@sign-in-links.test';
  const { page, allow } = await site().signedIn(VERA, '/profile/profile');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Change your e-mail' });
  await page.keyboard.type(CARA);
  expect(await wholeScreenFaults(page, 'change of e-mail')).toEqual([]);
  await dialog.getByRole('button', { name: 'Send link' }).click();
  await page.getByText(`A link is on its way to ${CARA}.`).waitFor();
  await page.goto(await linkTo(CARA));
  await page.getByText(`You will sign in with ${CARA}.`).waitFor();
  expect(await wholeScreenFaults(page, 'e-mail link')).toEqual([]);
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await page.getByText(`From now on you sign in with ${CARA}.`).waitFor();
  await page.getByRole('button', { name: 'Continue to Loupe' }).click();
  await page.goto('/profile/profile');
  await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe(CARA);
  await page.getByText(`go on naming you by ${VERA}.`).waitFor();
  expect(await wholeScreenFaults(page, 'profile with another address')).toEqual([]);

  // Every device is signed out by it.
  allow(/status of 401/);
  const { page: other } = await site().visit();
  await other.goto(await linkTo(VERA));
  await other.getByRole('button', { name: 'Undo change' }).click();
  await other.getByText(`A link to set a new password was mailed to ${VERA}.`).waitFor();
});
