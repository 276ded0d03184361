import type { Page } from 'playwright-core';
import { accessibilityFaults } from './accessibility.ts';
import { pictures } from './screen-checks.ts';

/** The screen at both widths, in both themes: takes pictures of it, and tells what is wrong with it, also to axe. */
export async function wholeScreenFaults(page: Page, name: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: width === 1440 ? 900 : 720 });
    await page.waitForTimeout(350);
    found.push(...[...await pictures(page, `${name} ${width}`), ...await accessibilityFaults(page)].map(each => `${name} ${width}: ${each}`));
  }
  await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'light'));
  return found;
}
