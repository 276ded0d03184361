import type { Page } from 'playwright-core';
import sharp from 'sharp';
import type { Site } from '../support/browser.ts';
import type { StoredInstance } from '../support/site-client.ts';
import type { SiteClient } from '../support/site-client.ts';
import { pictureReady } from './editor-steps.ts';
import type { Placement } from './picture-on-screen.ts';
import { markedPicture } from './picture-on-screen.ts';

type Corner = readonly [x: number, y: number];

/** A stored pixel instance. */
export interface StoredMask extends StoredInstance {
  readonly parts: readonly { readonly color: string }[];
}

/** A pixel project with one picture and two classes, and what is stored of it. */
export interface PixelItem {
  readonly projectId: number;
  readonly itemId: number;
  readonly path: string;
  readonly classIds: readonly number[];
  instances(): Promise<readonly StoredMask[]>;
  /** Colours of the stored mask by `#rrggbb`, and the pixels of each. */
  colors(): Promise<ReadonlyMap<string, number>>;
  /** Colour of a pixel of the stored mask; undefined for the background. */
  colorAt(x: number, y: number): Promise<string | undefined>;
}

export async function pixelItem(client: SiteClient, name: string, picture?: Uint8Array): Promise<PixelItem> {
  const { id: projectId } = await client.project(name, 2);
  const { id: itemId } = await client.upload(projectId, 'field.png', picture ?? (await markedPicture()));
  const classes = await client.classes(projectId, ['Flower', 'Leaf']);
  const stored = async (): Promise<{
    readonly mask: { readonly url: string } | null;
    readonly document: { readonly instances: readonly StoredMask[] };
  }> => client.call('GET', `/api/v1/project/${projectId}/item/${itemId}/editor`);
  const pixels = async (): Promise<{ readonly data: Buffer; readonly width: number } | undefined> => {
    const { mask } = await stored();
    if (mask === null) return undefined;
    const png = Buffer.from(await (await fetch(new URL(mask.url, client.url))).arrayBuffer());
    const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    return { data, width: info.width };
  };
  const colorIn = (data: Buffer, pixel: number): string | undefined =>
    data[pixel * 4 + 3] === 0 ? undefined : `#${data.subarray(pixel * 4, pixel * 4 + 3).toString('hex')}`;
  return {
    projectId,
    itemId,
    classIds: classes.map(each => each.id),
    path: `/t/${client.teamId}/p/${projectId}/item/${itemId}`,
    instances: async () => (await stored()).document.instances,
    async colors() {
      const found = await pixels();
      const counts = new Map<string, number>();
      for (let pixel = 0; pixel < (found?.data.length ?? 0) / 4; pixel += 1) {
        const color = colorIn(found!.data, pixel);
        if (color !== undefined) counts.set(color, (counts.get(color) ?? 0) + 1);
      }
      return counts;
    },
    async colorAt(x, y) {
      const found = await pixels();
      return found === undefined ? undefined : colorIn(found.data, y * found.width + x);
    },
  };
}

/** Waits until the picture of an open pixel item is drawn; answers its place. */
export const pixelsReady = (page: Page): Promise<Placement> => pictureReady(page, /^Brush/);

/** Drags through image places with the main button. */
export const drag = (page: Page, placement: Placement, ...places: readonly Corner[]): Promise<void> =>
  dragIn(2, page, placement, places);

/** Drags as {@link drag} does, with all that lies between the places under the pointer. */
export const dragSlowly = (page: Page, placement: Placement, ...places: readonly Corner[]): Promise<void> =>
  dragIn(6, page, placement, places);

async function dragIn(steps: number, page: Page, placement: Placement, places: readonly Corner[]): Promise<void> {
  const [first, ...others] = places.map(([x, y]) => placement.toScreen(x, y));
  await page.mouse.move(...first!);
  await page.mouse.down();
  for (const each of others) await page.mouse.move(...each, { steps });
  await page.mouse.up();
}

/** Clicks at an image place. */
export async function click(
  page: Page,
  placement: Placement,
  place: Corner,
  options: { readonly modifiers?: readonly ('Shift' | 'Alt' | 'Control')[] } = {},
): Promise<void> {
  const [x, y] = placement.toScreen(...place);
  for (const key of options.modifiers ?? []) await page.keyboard.down(key);
  await page.mouse.move(x, y);
  await page.mouse.click(x, y, { delay: 20 });
  for (const key of options.modifiers ?? []) await page.keyboard.up(key);
}

/** Waits until the list says how many objects there are. */
export const objects = (page: Page, count: number): Promise<void> =>
  page.getByRole('tab', { name: count === 0 ? 'Objects' : `Objects ${count}`, exact: true }).waitFor();
/** Saves, and waits until it is stored. */
export const store = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: /^Saved/ }).waitFor();
};

/** `rrggbb` on the screen where an image place is. */
export async function shownAt(page: Page, placement: Placement, place: readonly [number, number]): Promise<string> {
  const [x, y] = placement.toScreen(...place).map(Math.round) as [number, number];
  const shown = await page.screenshot({ clip: { x, y, width: 1, height: 1 } });
  return (await sharp(shown).removeAlpha().raw().toBuffer()).toString('hex');
}

/** An open pixel item with all that a test looks at. */
export interface OpenedEditor {
  readonly page: Page;
  readonly placement: Placement;
  readonly controller: PixelItem;
}

/** A new pixel project, its item opened by somebody. */
export async function openEditor(site: Site, email: string, name: string): Promise<OpenedEditor> {
  const controller = await pixelItem(await site.client(email), name);
  const { page } = await site.signedIn(email, controller.path);
  return { page, placement: await pixelsReady(page), controller };
}
