import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { pictures } from './screen-checks.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What axe finds that is serious or critical on the page as it stands. The menu of teams, which every screen has, is not of these screens. */
async function axeFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(await readFile(AXE, 'utf8'));
  return page.evaluate(async () => {
    interface Axe { run(context: object): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> }
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run({ exclude: ['[aria-label="Switch team"]'] });
    return violations.filter(each => each.impact === 'serious' || each.impact === 'critical').map(each => `${each.id}: ${each.nodes.map(node => node.html.slice(0, 160)).join(' | ')}`);
  });
}

/** The screen at both widths, in both themes: pictures of it, and what is wrong with it. */
export async function checkScreen(page: Page, name: string): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: width === 1440 ? 900 : 720 });
    await page.waitForTimeout(350);
    faults.push(...[...await pictures(page, `people ${name} ${width}`), ...await axeFaults(page)].map(each => `${name} ${width}: ${each}`));
  }
  await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'light'));
  return faults;
}

/** Chooses an entry of a select by its label. */
export async function pick(page: Page, label: string | RegExp, entry: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).or(page.getByRole('textbox', { name: label, exact: true })).first().click();
  await page.getByRole('option', { name: entry, exact: true }).click();
}
