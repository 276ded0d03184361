import type { Page } from 'playwright-core';
import type { Site } from '../support/browser.ts';
import type { SiteClient } from '../support/site-client.ts';
import type { PageOrFrame } from './page-frames.ts';
import { cornerOf, frameOf } from './page-frames.ts';

/** A stored instance of a text. */
export interface StoredText {
  readonly id: string;
  readonly type: string;
  readonly className?: string;
  readonly start: number;
  readonly end: number;
  readonly from: string;
  readonly to: string;
}

/** A text project with one open text. */
export interface OpenedText {
  readonly page: Page;
  readonly projectId: number;
  readonly itemId: number;
  readonly path: string;
  readonly client: SiteClient;
  stored(): Promise<readonly StoredText[]>;
}

/** A new text project with classes of every kind, its text opened by somebody. */
export async function openText(site: Site, email: string, name: string, text: string): Promise<OpenedText> {
  const client = await site.client(email);
  const { id: projectId } = await client.project(name, 4);
  const { id: itemId } = await client.upload(projectId, 'report.txt', Buffer.from(text));
  await client.call('POST', `/classes?project_id=${projectId}`, {
    classes: [
      ['Person', '#D7263D', 1],
      ['Organisation', '#1B998B', 1],
      ['Place', '#2E86AB', 1],
      ['works for', '#7B4FBF', 3],
      ['lives in', '#B45F06', 3],
      ['Biography', '#5C6672', 2],
    ].map(([className, color, type]) => ({ name: className, color, type, attribute_groups: [] })),
  });
  const path = `/t/${site.teamId}/p/${projectId}/item/${itemId}`;
  const { page } = await site.signedIn(email, path);
  await textReady(page);
  return {
    page,
    projectId,
    itemId,
    path,
    client,
    stored: async () =>
      (
        await client.call<{ document: { instances: readonly StoredText[] } }>(
          'GET',
          `/api/v1/project/${projectId}/item/${itemId}/editor`,
        )
      ).document.instances,
  };
}

export const textReady = (view: PageOrFrame): Promise<void> =>
  frameOf(view).locator('[data-stage] [data-at]').first().waitFor();

/**
 * Middle of the left and right edge of some words on the screen, in CSS pixels; the `occurrence` of them that is laid
 * out.
 */
export async function edgesOf(
  view: PageOrFrame,
  words: string,
  occurrence = 0,
): Promise<{ readonly left: number; readonly right: number; readonly middle: number }> {
  const frame = frameOf(view);
  const { x, y } = await cornerOf(frame);
  const edges = await frame.evaluate(
    ([wanted, nth]) => {
      let count = 0;
      for (const block of document.querySelectorAll('[data-stage] [data-index]')) {
        const nodes = [...block.querySelectorAll('[data-at]')].flatMap(each =>
          each.firstChild instanceof Text ? [each.firstChild] : [],
        );
        const whole = nodes.map(each => each.data).join('');
        for (let at = whole.indexOf(wanted); at >= 0; at = whole.indexOf(wanted, at + 1)) {
          if (count++ !== nth) continue;
          const range = document.createRange();
          const seek = (place: number, set: (node: Text, offset: number) => void, atEnd: boolean): void => {
            let before = 0;
            for (const node of nodes) {
              if (place < before + node.data.length || (atEnd && place === before + node.data.length))
                return set(node, place - before);
              before += node.data.length;
            }
          };
          seek(at, (node, offset) => range.setStart(node, offset), false);
          seek(at + wanted.length, (node, offset) => range.setEnd(node, offset), true);
          const { left, right, top, bottom } = range.getBoundingClientRect();
          return { left, right, middle: (top + bottom) / 2 };
        }
      }
      throw new Error(`“${wanted}” is not on the screen`);
    },
    [words, occurrence] as const,
  );
  return { left: edges.left + x, right: edges.right + x, middle: edges.middle + y };
}

/** Drags over words from their left to their right edge, or back. */
export async function dragOver(view: PageOrFrame, words: string, { back = false, occurrence = 0 } = {}): Promise<void> {
  const { left, right, middle } = await edgesOf(view, words, occurrence);
  const { mouse } = frameOf(view).page();
  const [from, to] = back ? [right - 1, left + 1] : [left + 1, right - 1];
  await mouse.move(from, middle);
  await mouse.down();
  await mouse.move((from + to) / 2, middle, { steps: 3 });
  await mouse.move(to, middle, { steps: 3 });
  await mouse.up();
}

export async function clickOn(page: Page, words: string, { count = 1, occurrence = 0 } = {}): Promise<void> {
  const { left, right, middle } = await edgesOf(page, words, occurrence);
  await page.mouse.click((left + right) / 2, middle, { clickCount: count });
}
