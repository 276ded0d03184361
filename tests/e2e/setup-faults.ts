import type { Page } from 'playwright-core';
import { accessibilityFaults } from './accessibility.ts';
import { pictures } from './screen-checks.ts';

/** Faults of a page of the setup at both widths and in both themes, and what axe says. */
export async function setupFaults(page: Page, name: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    found.push(...await pictures(page, `${name} ${width}`));
  }
  return [...found, ...await accessibilityFaults(page)];
}
