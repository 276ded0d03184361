import { expect, it } from 'vitest';
import { openSite, PASSWORD } from '../support/browser.ts';
import { markedPicture } from './picture-on-screen.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const OLIVE = 'olive@profile.test';
const CARL = 'carl@profile.test';
const site = openSite([
  { email: OLIVE, name: 'Olive North', team: 'North' },
  { email: CARL, name: 'Carl North', team: 'North' },
]);

it('should change picture and username, and name the team that its owner must pass on before deleting the account', async () => {
  const { page } = await site().signedIn(OLIVE, '/profile/profile');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await markedPicture() });
  await page.getByText('Picture changed.').waitFor();
  await page.getByRole('img', { name: 'Your picture' }).waitFor();
  await page.getByLabel('Username').fill('a b');
  await page.getByText('Please use letters, digits').waitFor();
  await page.getByLabel('Username').fill('Olive.North');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('All set! Saved.').waitFor();
  await expect.poll(() => page.getByLabel('Username').inputValue()).toBe('olive.north');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await dialog.getByText('Team North').waitFor();
  expect(await wholeScreenFaults(page, 'profile delete account')).toEqual([]);
});

it('should delete the account of a person who owns nothing, and lead to the sign-in page', async () => {
  const { page, allow } = await site().signedIn(CARL, '/profile/profile');
  allow(/status of 401/);
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
});
