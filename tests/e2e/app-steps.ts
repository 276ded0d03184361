import { readFile } from 'node:fs/promises';
import type { FrameLocator, Page } from 'playwright-core';
import type { Site } from '../support/browser.ts';
import type { SiteClient } from '../support/site-client.ts';
import { openSandboxPage } from './sandbox-steps.ts';

/** A source of one of the examples. */
export const example = (name: string, file: string): Promise<string> => readFile(new URL(`../../examples/${name}/${file}`, import.meta.url), 'utf8');

/** Builds files as the workshop does, keeps them as an app of team 1, allows it what it asks for (or less), and publishes it. */
export async function publishApp(site: Site, client: SiteClient, files: Readonly<Record<string, string>>, granted?: readonly string[], open: readonly unknown[] = []): Promise<number> {
  const manifest = JSON.parse(files['loupe-app.json']!) as { readonly entry: string; readonly capabilities: readonly string[] };
  const { page: builder } = await openSandboxPage(site);
  const { code, problems } = await builder.evaluate(([own, entry]) => window.appBench.bundle(own, entry), [files, manifest.entry] as const);
  await builder.close();
  if (code === undefined) throw new Error(JSON.stringify(problems));
  const { id } = await client.call<{ id: number }>('POST', `/team/${site.teamId}/customapps`, { files });
  await client.call('POST', `/team/${site.teamId}/customapps/${id}/versions`, { revision: 1, code });
  await client.call('PUT', `/team/${site.teamId}/customapps/${id}/grant`, { capabilities: granted ?? manifest.capabilities, hosts: [], open });
  return id;
}

/** What an app draws. */
export const frameOf = (page: Page, title: string): FrameLocator => page.frameLocator(`iframe[title="${title}"]`);
