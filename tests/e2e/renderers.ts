import type { Page } from 'playwright-core';

/** `canvas`: a browser without WebGL. `graphics card`: WebGL says nothing of being computed by the processor. */
export type Renderer = 'canvas' | 'graphics card';

/** Makes the next page that is loaded draw as it would in such a browser. */
export async function drawAs(page: Page, renderer: Renderer): Promise<void> {
  await page.addInitScript(wanted => {
    if (wanted === 'canvas') {
      const original = HTMLCanvasElement.prototype.getContext as (
        this: HTMLCanvasElement,
        kind: string,
        ...rest: unknown[]
      ) => unknown;
      HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
        return kind === 'webgl2' ? null : original.call(this, kind, ...rest);
      } as typeof HTMLCanvasElement.prototype.getContext;
      return;
    }
    const UNMASKED_RENDERER = 0x9246;
    const original = WebGL2RenderingContext.prototype.getParameter as (
      this: WebGL2RenderingContext,
      name: number,
    ) => unknown;
    WebGL2RenderingContext.prototype.getParameter = function (this: WebGL2RenderingContext, name: number) {
      return name === UNMASKED_RENDERER ? 'A graphics card' : original.call(this, name);
    };
  }, renderer);
}

/** Returns whether the picture on the page is drawn by WebGL onto the screen itself. */
export function drawsOnGraphicsCard(page: Page): Promise<boolean> {
  return page.evaluate(
    () =>
      document
        .querySelector<HTMLCanvasElement>('[aria-label="Picture and shapes"] canvas')
        ?.getContext('webgl2') instanceof WebGL2RenderingContext,
  );
}
