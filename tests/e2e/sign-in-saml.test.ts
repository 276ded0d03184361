import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import type { SamlProvider } from '../support/saml-provider.ts';
import { samlProvider } from '../support/saml-provider.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const SALLY = 'sally@sign-in-saml.test';
const RITA = 'rita@sign-in-saml.test';
const VERA = 'vera@sign-in-saml.test';
const site = openSite([
  { email: SALLY, name: 'Sally South', team: 'South' },
  { email: RITA, name: 'Rita Root', team: 'South', admin: true },
]);
let provider: SamlProvider;

beforeAll(async () => {
  provider = await samlProvider([['s-vera', { email: VERA, name: 'Vera New' }]]);
});
afterAll(() => provider?.close());

it('should connect a SAML provider by its metadata, and sign in from either side, and sign out at both', async () => {
  const owner = await site().client(SALLY);
  const { data } = await owner.call<{ data: readonly { organization: { id: number } }[] }>('GET', '/api/v1/teams');
  const { id } = data[0]!.organization;
  const address = `/api/v1/organizations/${id}/single-sign-on`;
  const rules = { default_team_id: site().teamId, default_role: 4, mappings: [], base: 0 };
  const { saml } = await owner.call<{ saml: { acs_url: string; entity_id: string } }>(
    'PUT',
    `${address}/placing`,
    rules,
  );
  await owner.call('POST', `${address}/domains`, { domain: 'sign-in-saml.test' });

  const { page, allow } = await site().signedIn(RITA, `/org/${id}/single-sign-on`);
  // What a page asks for while the session ends.
  allow(/status of 401/);
  await page.getByText('SAML 2.0', { exact: true }).click();
  await page.getByLabel('Metadata of your provider').fill(provider.metadata);
  await page.getByRole('button', { name: 'Read metadata' }).click();
  await expect.poll(() => page.getByLabel('Entity ID of the provider').inputValue()).toBe(provider.issuer);
  await page.getByRole('switch', { name: 'Accept sign-ins that begin at the provider' }).click();
  await page.getByRole('button', { name: 'Save' }).first().click();
  await page.getByText('Provider saved').waitFor();
  await page.getByRole('button', { name: 'Confirm as operator' }).click();
  await page.getByText('sign-in-saml.test is proven').waitFor();
  await page.getByRole('button', { name: 'Test sign-in' }).click();
  await page.getByRole('button', { name: VERA }).click();
  await page.getByText('The test succeeded').waitFor();
  await page.getByRole('switch', { name: 'Single sign-on is on' }).click();
  await page.getByRole('switch', { name: 'Require it for proven domains' }).waitFor();
  expect(await wholeScreenFaults(page, 'single sign-on by SAML')).toEqual([]);

  // In the same browser, which forgets who it was here and at the provider.
  await page.context().clearCookies();
  await page.goto(`/t/${site().teamId}/projects`);
  await page.getByLabel('E-mail').fill(VERA);
  await page.getByRole('button', { name: 'Use single sign-on' }).click();
  await page.getByRole('button', { name: VERA }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.getByRole('button', { name: /^Account of/ }).click();
  const there = page.waitForRequest(request => request.url().startsWith(`${provider.issuer}/slo?SAMLRequest=`));
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await there;
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();

  const query = new URLSearchParams({ acs: saml.acs_url, audience: saml.entity_id });
  await page.goto(`${provider.issuer}/start?${query}`);
  await page.getByRole('button', { name: VERA }).click();
  await page.getByRole('heading', { name: `Sign in as ${VERA}?` }).waitFor();
  expect(await wholeScreenFaults(page, 'sign-in that began at the provider')).toEqual([]);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
});
