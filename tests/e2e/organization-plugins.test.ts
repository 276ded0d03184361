import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { lead } from '../support/windows.ts';
import { pictures } from './screen-checks.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const [OLIVE, MIA] = ['olive@organization-plugins.test', 'mia@organization-plugins.test'];
const site = openSite(
  [
    { email: OLIVE, name: 'Olive North', organization: 'Plugged', team: 'North' },
    { email: MIA, name: 'Mia North', organization: 'Plugged', team: 'North' },
  ],
  { stays: true },
);

const entry = (page: Page): ReturnType<Page['getByRole']> =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Organization' });
const tab = (page: Page): ReturnType<Page['getByRole']> =>
  page.getByRole('navigation', { name: 'Setup' }).getByRole('link', { name: 'Categories' });
const row = (page: Page, title: string): ReturnType<Page['getByRole']> =>
  page
    .getByRole('table', { name: 'Plugins' })
    .getByRole('row')
    .filter({ has: page.getByText(title, { exact: true }) });

it('should let the owner see what the organization has, and switch plugins off and on again that go together', async () => {
  const north = await site().client(OLIVE);
  const { id: northId } = await north.project('Fields');
  const { data: teams } = await north.call<{ data: readonly { organization: { id: number; name: string } }[] }>(
    'GET',
    '/api/v1/teams',
  );
  const { id, name } = teams[0]!.organization;
  const { page } = await site().signedIn(OLIVE, `/t/${site().teamOf(OLIVE)}/p/${northId}/setup/categories`);
  await tab(page).waitFor();
  await entry(page).click();
  await page.getByRole('heading', { name, exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/org/${id}/teams`);
  await page.getByRole('table', { name: 'Teams' }).getByRole('link', { name: 'North' }).waitFor();
  const menu = page.getByRole('navigation', { name: 'Organization' });
  await menu.getByRole('link', { name: 'Members' }).click();
  await page.getByRole('table', { name: 'Members' }).getByText(MIA).waitFor();
  await menu.getByRole('link', { name: 'Plugins' }).click();
  await page.getByRole('heading', { name: `Plugins of ${name}` }).waitFor();
  await row(page, 'Import and export').waitFor();

  const choice = page.getByRole('radiogroup', { name: 'Choice for Categories' });
  const question = page.getByRole('dialog', { name: 'Switch Categories off' });
  await choice.getByText('Off', { exact: true }).click();
  await question.getByText(/also disables .*Task requests/).waitFor();
  expect(await wholeScreenFaults(page, 'organization question')).toEqual([]);
  await question.getByRole('button', { name: /^Switch off \d plugins$/ }).click();
  await page.getByText(`Categories is off for ${name} from the next call on.`).waitFor();
  await row(page, 'Task requests').getByText('Needs Categories').waitFor();
  expect(await north.send('GET', `/api/v1/project/${northId}/agreement/rule`)).toMatchObject({
    status: 404,
    body: { code: 'PLUGIN_DISABLED' },
  });
  await lead(page, `/t/${site().teamOf(OLIVE)}/p/${northId}/setup/general`);
  await page.getByRole('navigation', { name: 'Setup' }).waitFor();
  await expect.poll(() => tab(page).count()).toBe(0);

  await lead(page, `/org/${id}/plugins`);
  await choice.getByText('Default', { exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Switch Categories on' })
    .getByRole('button', { name: /^Switch on \d plugins$/ })
    .click();
  await page.getByText(`Categories is on for ${name} from the next call on.`).waitFor();
  await lead(page, `/t/${site().teamOf(OLIVE)}/p/${northId}/setup/general`);
  await tab(page).waitFor();
});

it('should let a team admin add a webhook, and show why a message was not taken', async () => {
  const { page } = await site().signedIn(OLIVE, `/t/${site().teamOf(OLIVE)}/setup/webhooks`);
  await page.getByRole('button', { name: 'New webhook' }).click();
  const form = page.getByRole('dialog', { name: 'New webhook' });
  await form.getByLabel('Name').fill('Tickets');
  // No test allows this network.
  await form.getByLabel('Address').fill('http://10.9.8.7/hook');
  await form.getByLabel('Items created').check();
  await form.getByRole('button', { name: 'Create webhook' }).click();
  const secret = page.getByRole('dialog', { name: 'Signing secret' });
  await secret.getByText(/^whsec_/).waitFor();
  await secret.getByRole('button', { name: 'Done' }).click();
  expect(await pictures(page, 'webhooks')).toEqual([]);
  await page.getByRole('link', { name: 'Tickets' }).click();
  await page.getByRole('button', { name: 'Send test message' }).click();
  await page
    .getByRole('table', { name: 'Deliveries' })
    .getByText(/EGRESS_ALLOW/)
    .waitFor();
  expect(await pictures(page, 'webhook')).toEqual([]);
  await page.getByRole('button', { name: /^Details of webhook.test/ }).click();
  await page.getByText('"type": "webhook.test"').waitFor();
});
