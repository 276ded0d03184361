import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

interface Violation { readonly id: string; readonly impact: string; readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[] }

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Serious and critical faults that axe finds on the page as it stands. */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(await source);
  const found = await page.evaluate(async () => (await (globalThis as unknown as { axe: { run(place: unknown, options: object): Promise<{ violations: readonly Violation[] }> } }).axe.run(document, { resultTypes: ['violations'] })).violations);
  return found.filter(each => each.impact === 'serious' || each.impact === 'critical').flatMap(each => each.nodes.slice(0, 3).map(node => `${each.id}: ${node.html.slice(0, 160)} ${node.failureSummary.slice(0, 200)}`));
}
