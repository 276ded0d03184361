import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Frame, Page } from 'playwright-core';
import type { Site } from '../support/browser.ts';
import { PASSWORD } from '../support/browser.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The server of the host page, and the item it shows. */
interface HostOptions {
  readonly port: number;
  /** The account whose session the host page hands over. */
  readonly email: string;
  readonly projectId: number;
  readonly itemId: number;
}

/** The host page with an item open in it. */
export interface OpenedHost {
  readonly page: Page;
  /** The frame of the editor. */
  readonly frame: Frame;
  /** Waits until the host page has logged a message that contains `text`. */
  waitForEvent(text: string | RegExp): Promise<void>;
}

/** Serves the example host page for an item. Returns the way to end it. */
export async function startHostPage(
  site: Site,
  { port, email, projectId, itemId }: HostOptions,
): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, [join(ROOT, 'examples/host-page/serve.mjs')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      LOUPE_URL: site.url,
      LOUPE_EMAIL: email,
      LOUPE_PASSWORD: PASSWORD,
      TEAM_ID: String(site.teamId),
      PROJECT_ID: String(projectId),
      ITEM_ID: String(itemId),
      HOST_PORT: String(port),
    },
  });
  const ended = once(child, 'exit');
  await Promise.race([
    once(child.stdout, 'data'),
    ended.then(() => {
      throw new Error('The host page did not start.');
    }),
  ]);
  return async () => {
    child.kill();
    await ended;
  };
}

/** Opens the host page of an address in a window of nobody, and waits until the editor in it has an item. */
export async function openHostPage(site: Site, address: string): Promise<OpenedHost> {
  const { page } = await site.visit();
  await page.goto(address);
  const waitForEvent = (text: string | RegExp): Promise<void> =>
    page.locator('#log li', { hasText: text }).first().waitFor();
  await waitForEvent('item_opened ');
  return { page, frame: page.mainFrame().childFrames()[0]!, waitForEvent };
}

/** Has the host page read the annotations from the editor, and returns them. */
export async function readAnnotations({
  page,
}: OpenedHost): Promise<{ readonly mask?: string; readonly instances: readonly { readonly id: string }[] }> {
  const shown = page.locator('#log pre');
  const before = await shown.count();
  await page.getByRole('button', { name: 'Read annotations' }).click();
  return JSON.parse((await shown.nth(before).textContent())!) as Awaited<ReturnType<typeof readAnnotations>>;
}
