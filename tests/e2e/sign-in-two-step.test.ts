import { generate } from 'otplib';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSite, PASSWORD } from '../support/browser.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const OLIVE = 'olive@sign-in-two-step.test';
const site = openSite([{ email: OLIVE, name: 'Olive North', team: 'North' }]);

/** Each code is accepted once, so every step of the test takes the next one. */
const codeOf = (secret: string, steps: number): Promise<string> =>
  generate({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });

const enterPassword = async (page: Page): Promise<void> => {
  await page.goto('/profile/security');
  await page.getByLabel('E-mail').fill(OLIVE);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
};

it('should set up an authenticator app, sign in with its code and with a recovery code, turn it off again, and sign in with a passkey instead', async () => {
  const { page, context, allow } = await site().signedIn(OLIVE, '/profile/security');
  allow(/status of 40[13]/);
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('img', { name: 'QR code of the authenticator key' }).waitFor();
  await page.getByRole('button', { name: 'Show the key as text' }).click();
  expect(await wholeScreenFaults(page, 'two-step set-up')).toEqual([]);
  const secret = (await page.getByTestId('authenticator-key').innerText()).replaceAll(' ', '');
  await page.getByLabel('Code from the app').fill(await codeOf(secret, 0));
  await page.getByRole('button', { name: 'Turn on' }).click();
  const listed = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await listed.first().waitFor();
  const codes = await listed.allInnerTexts();
  expect(codes).toHaveLength(10);
  expect(await wholeScreenFaults(page, 'two-step recovery codes')).toEqual([]);
  await page.getByRole('button', { name: 'I saved them' }).click();
  await page.getByText('10 recovery codes left').waitFor();

  // The browser forgets who it was; the session goes on as that of another device.
  await context.clearCookies();
  await enterPassword(page);
  await page.getByLabel('Code').waitFor();
  expect(await wholeScreenFaults(page, 'two-step sign-in')).toEqual([]);
  await page.getByLabel('Code').fill(await codeOf(secret, 1));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Two-step sign-in' }).waitFor();

  await context.clearCookies();
  await enterPassword(page);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes[0]!.toLowerCase());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('9 recovery codes left').waitFor();
  await page.getByRole('button', { name: 'Sign out all other devices' }).click();
  await Promise.all([
    // It may be gone again before a slow press is over.
    page.getByText('2 devices signed out.').waitFor(),
    page.getByRole('button', { name: 'Sign out others' }).click(),
  ]);
  await page.getByRole('button', { name: 'Sign out all other devices' }).waitFor({ state: 'detached' });

  // As after ten minutes: the server wants a proof before the change.
  await page.route(
    '**/mfa/recovery-codes',
    route =>
      route.fulfill({
        status: 403,
        json: { code: 'IDENTITY_UNCONFIRMED', error: 'Confirm that it’s you to make this change.' },
      }),
    { times: 1 },
  );
  // By the keyboard: the page scrolls as the list becomes shorter, and takes the button from under the pointer.
  await page.getByRole('button', { name: 'New recovery codes' }).press('Enter');
  const proof = page.getByRole('dialog', { name: 'Confirm that it’s you' });
  await proof.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await proof.getByLabel('Code from your app').fill(codes[1]!);
  expect(await wholeScreenFaults(page, 'two-step proof')).toEqual([]);
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('button', { name: 'I saved them' }).click();
  await page.getByRole('button', { name: 'Remove app' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('button', { name: 'Set up' }).waitFor();

  // A passkey instead, by which the window signs in without any password.
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('Not used yet').waitFor();
  expect(await wholeScreenFaults(page, 'passkeys')).toEqual([]);
  await context.clearCookies();
  await page.reload();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText(/^Added .* Last used/).waitFor();
  await page.getByRole('button', { name: /^Remove passkey/ }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('Passkey removed.').waitFor();
});
