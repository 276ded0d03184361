import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Manifest } from '#core/kernel/common/index.ts';
import { artifact } from '../support/artifacts.ts';
import type { Site } from '../support/browser.ts';
import { openSite } from '../support/browser.ts';
import { SiteClient } from '../support/site-client.ts';
import { screenFaults } from './screen-checks.ts';

const DEMO = 'demo@loupe.local';
const SIZES = [{ width: 1440, height: 900 }, { width: 1180, height: 700 }] as const;
const found = import.meta.glob<{ default: Manifest }>('/plugins/*/manifest.ts', { eager: true });

const site = openSite('demo');

/** Every page of the bundled plugins, with ids of the demo in place of the parameters. */
async function screens(at: Site): Promise<readonly { readonly name: string; readonly path: string }[]> {
  const client = await SiteClient.open(at.url, DEMO, 'loupe-demo-1', 1);
  const projects = await client.call<{ data: readonly { id: number }[] }>('GET', '/api/v1/projects?limit=10');
  const projectId = projects.data[0]?.id ?? (await client.project('Screens')).id;
  const items = await client.send<{ data: readonly { id: number; folder_id: number }[] }>('GET', `/api/v1/project/${projectId}/items?limit=1`);
  const ids: Readonly<Record<string, number | undefined>> = { teamId: 1, projectId, organizationId: 1, itemId: items.body.data[0]?.id, folderId: items.body.data[0]?.folder_id };
  return Object.values(found).flatMap(({ default: manifest }) => Object.entries(manifest.routes ?? {}).flatMap(([name, route]) => {
    const path = route.path.replace(/:([a-zA-Z]+)/g, (_, parameter: string) => String(ids[parameter] ?? `:${parameter}`));
    return path.includes(':') ? [] : [{ name: `${manifest.id} ${name}`, path }];
  }));
}

async function settle(page: Page): Promise<void> {
  await page.locator('main, [role=main], h1, canvas').first().waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy=true], .mantine-Skeleton-root, .mantine-Loader-root') === null, undefined, { timeout: 4_000 }).catch(() => undefined);
  await page.waitForTimeout(120);
}

for (const theme of ['light', 'dark'] as const) {
  it(`should show every screen whole, named and readable in ${theme}`, async () => {
    const { page } = await site().signedIn(DEMO);
    await page.evaluate(value => localStorage.setItem('mantine-color-scheme-value', value), theme);
    const wrong: string[] = [];
    for (const { name, path } of await screens(site())) {
      await page.setViewportSize(SIZES[0]);
      await page.goto(path);
      await settle(page);
      expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe(theme);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await page.waitForTimeout(80);
        wrong.push(...(await screenFaults(page)).map(each => `${name} ${size.width} ${theme}: ${each}`));
        if (size.width === 1440 || process.env['LOUPE_TEST_SHOTS'] !== undefined) await page.screenshot({ path: artifact(`screen ${name} ${size.width} ${theme}.png`) });
      }
    }
    expect([...new Set(wrong)]).toEqual([]);
  });
}

it('should show the sign-in whole, named and readable in both themes', async () => {
  const wrong: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page } = await site().visit({ colorScheme });
    await page.goto('/');
    await page.evaluate(value => localStorage.setItem('mantine-color-scheme-value', value), colorScheme);
    await page.reload();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    for (const size of SIZES) {
      await page.setViewportSize(size);
      wrong.push(...(await screenFaults(page)).map(each => `${size.width} ${colorScheme}: ${each}`));
    }
    await page.screenshot({ path: artifact(`screen sign-in ${colorScheme}.png`) });
  }
  expect(wrong).toEqual([]);
});

it('should tell what is wrong with a screen', async () => {
  const { page } = await site().visit();
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.evaluate(() => {
    const add = (tag: string, text: string, style: Partial<CSSStyleDeclaration>): void => {
      const element = document.createElement(tag);
      element.textContent = text;
      Object.assign(element.style, style);
      document.body.append(element);
    };
    add('div', 'faint words', { color: '#bbb', background: '#fff' });
    add('div', 'words that do not fit', { width: '40px', overflow: 'hidden', whiteSpace: 'nowrap' });
    add('div', 'wide', { width: '3000px' });
    add('button', '', { width: '20px', height: '20px' });
    add('input', '', {});
  });
  const faults = (await screenFaults(page)).join('\n');
  for (const each of ['contrast 1.9', 'text is cut', 'px too wide', 'has no name', 'has no label']) expect(faults).toContain(each);
});
