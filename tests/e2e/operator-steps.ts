import type { Page } from 'playwright-core';
import type { SiteClient } from '../support/site-client.ts';

/** Turns usage analytics on, on its page, where it is off. */
export async function turnUsageOn(page: Page): Promise<void> {
  await page.getByText('Usage analytics is off.').waitFor();
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('No actions in this time.').waitFor();
}

/** Reports a visit as a page does. `counts` are actions by name. */
export async function reportVisit(
  client: SiteClient,
  team: number,
  width: number,
  counts: Readonly<Record<string, number>>,
): Promise<void> {
  const at = new Date().toISOString();
  await client.call('POST', `/api/v1/usage/actions?team_id=${team}`, {
    batch: crypto.randomUUID(),
    visit: { id: crypto.randomUUID(), width, height: 900 },
    actions: Object.entries(counts).flatMap(([name, count]) =>
      Array.from({ length: count }, () => ({ name, project_id: null, at })),
    ),
  });
}

/** Fills in and sends the form of a webhook to an address that the server may not reach. */
export async function addWebhook(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New webhook' }).click();
  const form = page.getByRole('dialog', { name: 'New webhook' });
  await form.getByLabel('Name').fill('Tickets');
  await form.getByLabel('Address').fill('http://127.0.0.1:9/hook');
  await form.getByLabel('Items created').check();
  await form.getByRole('button', { name: 'Create webhook' }).click();
}
