import type { Page } from 'playwright-core';

/** Chooses an entry of a select by its label. */
export async function pick(page: Page, label: string | RegExp, entry: string | RegExp): Promise<void> {
  await page
    .getByRole('combobox', { name: label, exact: true })
    .or(page.getByRole('textbox', { name: label, exact: true }))
    .first()
    .click();
  await page.getByRole('option', { name: entry, exact: true }).click();
}
