import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSite, PASSWORD } from '../support/browser.ts';
import type { IdentityProvider } from '../support/identity-provider.ts';
import { CLIENT_ID, CLIENT_SECRET, identityProvider } from '../support/identity-provider.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const OLIVE = 'olive@sign-in-provider.test';
const RITA = 'rita@sign-in-provider.test';
const BORIS = 'boris@sign-in-provider.test';
const site = openSite([
  { email: OLIVE, name: 'Olive North', team: 'North' },
  { email: RITA, name: 'Rita Root', team: 'North', admin: true },
]);
let provider: IdentityProvider;

beforeAll(async () => {
  provider = await identityProvider(
    `${site().url}/sign-in/return`,
    new Map([
      ['s-olive', { email: OLIVE, name: 'Olive North', groups: ['staff'] }],
      ['s-boris', { email: BORIS, given_name: 'Boris', family_name: 'New', groups: ['leads'] }],
    ]),
  );
});
afterAll(() => provider?.close());

it('should connect a provider, test it, and sign in people who have no password', async () => {
  const owner = await site().client(OLIVE);
  const teams = await owner.call<{ data: readonly { organization: { id: number } }[] }>('GET', '/api/v1/teams');
  const { page, allow } = await site().signedIn(RITA, `/org/${teams.data[0]!.organization.id}/single-sign-on`);
  allow(/status of 4\d\d/);
  await page.getByLabel('Issuer').fill(provider.issuer);
  await page.getByLabel('Client ID').fill(CLIENT_ID);
  await page.getByRole('textbox', { name: 'Client secret' }).fill(CLIENT_SECRET);
  await page.getByRole('button', { name: 'Save' }).first().click();
  await page.getByText('Provider saved').waitFor();

  await page.getByLabel('Domain', { exact: true }).fill('sign-in-provider.test');
  await page.getByRole('button', { name: 'Add domain' }).click();
  await page.getByText('_loupe-challenge.sign-in-provider.test').waitFor();
  expect(await wholeScreenFaults(page, 'single sign-on, a domain to prove')).toEqual([]);
  await page.getByRole('button', { name: 'Confirm as operator' }).click();
  await page.getByText('sign-in-provider.test is proven').waitFor();

  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.getByLabel('Group', { exact: true }).fill('leads');
  await page.getByRole('combobox', { name: 'Role' }).first().click();
  await page.getByRole('option', { name: 'Team Admin' }).click();
  await page.getByRole('region', { name: 'Teams and roles' }).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Rules saved').waitFor();

  await page.getByRole('button', { name: 'Test sign-in' }).click();
  await page.getByRole('button', { name: BORIS }).click();
  await page.getByText('The test succeeded').waitFor();
  await page.getByText('Teams: North (Team Admin)').waitFor();
  await page.getByRole('switch', { name: 'Single sign-on is on' }).click();
  await page.getByRole('switch', { name: 'Require it for proven domains' }).click();
  expect(await wholeScreenFaults(page, 'single sign-on, switched on')).toEqual([]);

  // In the same browser, which forgets who it was here and at the provider. A password of the domain leads to the
  // provider by itself.
  await page.context().clearCookies();
  await page.goto(`/t/${site().teamOf(OLIVE)}/setup/members`);
  await page.getByLabel('E-mail').fill(BORIS);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  expect(await wholeScreenFaults(page, 'sign-in with single sign-on')).toEqual([]);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: BORIS }).click();
  await page.getByRole('cell', { name: BORIS }).first().waitFor();
});
