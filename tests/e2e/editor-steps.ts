import type { Page } from 'playwright-core';
import type { Placement } from './picture-on-screen.ts';
import { placementOf } from './picture-on-screen.ts';

type Corner = readonly [x: number, y: number];

/** Looks in a row at which a picture that rests is where it was. */
const RESTS = 2;

/** Ends the renderer of a tab: no unload handler runs and nothing more is written. */
export async function killed(page: Page): Promise<void> {
  const dead = new Promise<void>(resolve => page.once('crash', () => resolve()));
  void page.goto('chrome://crash').catch(() => undefined);
  await dead;
}

/** Waits until the picture of an open item is drawn, and a first tool is there; answers the picture's place. */
export async function pictureReady(page: Page, tool = /^Box/): Promise<Placement> {
  await page.getByRole('button', { name: tool }).waitFor();
  // Keys work once the tools of other plugins are there, which come last.
  await page
    .getByRole('button', { name: /^Magic ·/ })
    .first()
    .waitFor();
  let before: Placement | undefined;
  let rests = 0;
  for (let tries = 0; ; tries++) {
    try {
      const now = await placementOf(page);
      // The picture is fitted again while the panels around it arrive; a person begins when it rests.
      rests = before !== undefined && samePlace(before, now) ? rests + 1 : 0;
      if (rests === RESTS) return now;
      before = now;
    } catch (error) {
      if (tries > 400) throw error;
    }
    await page.waitForTimeout(50);
  }
}

/** Returns whether two placements show the same image points at the same pixels. */
function samePlace(one: Placement, other: Placement): boolean {
  const [x, y] = other.toImage(...one.toScreen(0, 0));
  return Math.hypot(x, y) < 0.05 && Math.abs(one.scale - other.scale) < 0.001;
}

/** Whole pixels of the window near these image points, and the image points they truly are. */
export function targets(
  placement: Placement,
  points: readonly Corner[],
): readonly { readonly screen: Corner; readonly image: Corner }[] {
  return points.map(([x, y]) => {
    const [left, top] = placement.toScreen(x, y);
    const screen: Corner = [Math.round(left), Math.round(top)];
    return { screen, image: placement.toImage(...screen) };
  });
}

/** Draws a box by pressing, dragging and letting go; answers its corners in image pixels. */
export async function drawBox(
  page: Page,
  placement: Placement,
  from: Corner,
  to: Corner,
): Promise<readonly [Corner, Corner]> {
  const [first, last] = targets(placement, [from, to]);
  await page.keyboard.press('b');
  await page.mouse.move(...first!.screen);
  await page.mouse.down();
  await page.mouse.move((first!.screen[0] + last!.screen[0]) / 2, (first!.screen[1] + last!.screen[1]) / 2, {
    steps: 4,
  });
  await page.mouse.move(...last!.screen, { steps: 4 });
  await page.mouse.up();
  return [first!.image, last!.image];
}

/** Draws a polygon by clicks and closes it with Enter; answers its corners in image pixels. */
export async function drawPolygon(
  page: Page,
  placement: Placement,
  points: readonly Corner[],
): Promise<readonly Corner[]> {
  const corners = targets(placement, points);
  await page.keyboard.press('p');
  for (const { screen } of corners) {
    await page.mouse.move(...screen, { steps: 3 });
    await page.mouse.click(...screen, { delay: 20 });
  }
  await page.keyboard.press('Enter');
  return corners.map(each => each.image);
}

/** Presses the pointer without drawing: what was just drawn is finished, and class keys are for the next object. */
export async function pressPointer(page: Page): Promise<void> {
  await page.mouse.down({ button: 'middle' });
  await page.mouse.up({ button: 'middle' });
}
