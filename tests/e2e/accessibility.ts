import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { isLongRun } from '../support/run-plan.ts';

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Serious and critical faults that axe finds on the page as it stands. While something fades its colours are of no
 * theme: what is found then is looked for again once nothing moves.
 */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await source);
  const found = await faults(page);
  if (found.length === 0) return found;
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(each => each.effect?.getComputedTiming().endTime !== Infinity)
        .map(each => each.finished),
    ),
  );
  return faults(page);
}

/** Contrast, the dearest of its rules, is what `screenFaults` looks at in every run. */
const OPTIONS = {
  resultTypes: ['violations'],
  ...(isLongRun ? {} : { rules: { 'color-contrast': { enabled: false } } }),
};

async function faults(page: Page): Promise<readonly string[]> {
  const found = await page.evaluate(
    async options =>
      (
        await (
          globalThis as unknown as {
            axe: { run(place: unknown, options: object): Promise<{ violations: readonly Violation[] }> };
          }
        ).axe.run(document, options)
      ).violations,
    OPTIONS,
  );
  return found
    .filter(each => each.impact === 'serious' || each.impact === 'critical')
    .flatMap(each =>
      each.nodes.slice(0, 3).map(node => `${each.id}: ${node.html.slice(0, 160)} ${node.failureSummary.slice(0, 200)}`),
    );
}
