import type { Frame, Page } from 'playwright-core';

/** A page, or a frame in one, for steps that work in both. */
export type PageOrFrame = Page | Frame;

/** Returns the frame to look for elements in: that of the entire page for a page. */
export const frameOf = (view: PageOrFrame): Frame => ('mainFrame' in view ? view.mainFrame() : view);

/** Returns the place of a frame's upper left corner in the window, in CSS pixels. */
export async function cornerOf(frame: Frame): Promise<{ readonly x: number; readonly y: number }> {
  if (frame.parentFrame() === null) return { x: 0, y: 0 };
  const element = await frame.frameElement();
  return (await element.boundingBox())!;
}
