import { readFile } from 'node:fs/promises';
import type { FrameLocator, Page } from 'playwright-core';
import { bundleApp } from '#plugins/extend/apps/web/host/app-bundle.ts';
import type { Site } from '../support/browser.ts';
import { openCompiler } from '../support/compiler.ts';
import type { SiteClient } from '../support/site-client.ts';

/** A source of one of the examples. */
export const example = (name: string, file: string): Promise<string> =>
  readFile(new URL(`../../examples/${name}/${file}`, import.meta.url), 'utf8');

/** Builds, by their sources: many tests publish the same sources. */
const built = new Map<string, string>();

/** Builds files as the workshop does. Throws with the problems of files that do not compile. */
export async function buildApp(files: Readonly<Record<string, string>>, entry: string): Promise<string> {
  const { 'loupe-app.json': _, ...sources } = files;
  const key = JSON.stringify([entry, sources]);
  const known = built.get(key);
  if (known !== undefined) return known;
  const { code, problems } = await bundleApp(await openCompiler(), files, entry);
  if (code === undefined) throw new Error(JSON.stringify(problems));
  built.set(key, code);
  return code;
}

/**
 * Builds files, keeps them as an app of the site's first team, allows it what it asks for (or less), and publishes it.
 */
export async function publishApp(
  site: Site,
  client: SiteClient,
  files: Readonly<Record<string, string>>,
  granted?: readonly string[],
  open: readonly unknown[] = [],
): Promise<number> {
  const manifest = JSON.parse(files['loupe-app.json']!) as {
    readonly entry: string;
    readonly capabilities: readonly string[];
  };
  const code = await buildApp(files, manifest.entry);
  const { id } = await client.call<{ id: number }>('POST', `/team/${site.teamId}/customapps`, { files });
  await client.call('POST', `/team/${site.teamId}/customapps/${id}/versions`, { revision: 1, code });
  await client.call('PUT', `/team/${site.teamId}/customapps/${id}/grant`, {
    capabilities: granted ?? manifest.capabilities,
    hosts: [],
    open,
  });
  return id;
}

/** Returns the frame of an app. */
export const frameOf = (page: Page, title: string): FrameLocator => page.frameLocator(`iframe[title="${title}"]`);

/** Pastes text into the code editor that has the keyboard. */
export const pasteCode = (page: Page, text: string): Promise<void> =>
  page.evaluate(pasted => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    document.activeElement!.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
