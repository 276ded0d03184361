import type { Page } from 'playwright-core';
import { isLongRun, seededIndex, slice } from '../support/run-plan.ts';
import { accessibilityFaults } from './accessibility.ts';
import { drawn, inTheme, screenFaults, takePicture } from './screen-checks.ts';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 720 },
] as const;
const LOOKS = SIZES.flatMap(size => (['light', 'dark'] as const).map(theme => ({ size, theme })));

/** Of so many screens a run looks at one: the seed chooses which. */
const SCREENS = 3;

/**
 * Returns the faults of the screen, also those that axe finds: at both widths and in both themes in the long run, in
 * one of these looks of every third screen otherwise.
 */
export async function wholeScreenFaults(page: Page, name: string): Promise<readonly string[]> {
  await drawn(page);
  if (!isLongRun && seededIndex(`screen ${name}`, SCREENS) !== 0) return [];
  const before = page.viewportSize()!;
  const found: string[] = [];
  for (const { size, theme } of slice(`look of ${name}`, LOOKS, 1)) {
    const look = `${name} ${size.width} ${theme}`;
    await page.setViewportSize(size);
    await inTheme(page, theme);
    found.push(
      ...[...(await screenFaults(page)), ...(await accessibilityFaults(page))].map(each => `${look}: ${each}`),
    );
    await takePicture(page, look);
  }
  await page.setViewportSize(before);
  await inTheme(page, 'light');
  await drawn(page);
  return found;
}
