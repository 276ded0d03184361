/**
 * Functions of each page of the benchmark for the runner. Panning, zooming, hovering and selecting happen through real
 * input; the edits are bound to the same keys on all pages: Ctrl+D adds a shape, an arrow moves the selected one,
 * Delete deletes it, Ctrl+Z takes back.
 */
export interface BenchPage {
  readonly name: string;
  /** Milliseconds from having the bytes and the shapes to the first complete picture. */
  readonly opened: Promise<number>;
  /** Button and key for panning: the mouse button to drag with and a key to hold. */
  readonly pan: { readonly button: 'left' | 'middle'; readonly key?: string };
  /** Shapes now. */
  count(): number;
  /** Screen place of an image place. */
  toScreen(x: number, y: number): { readonly x: number; readonly y: number };
  /** Selects the shape for the edits. */
  select(id: string): void;
  /** Back to showing the whole picture. */
  fit(): void;
  /** Selects a shape and zooms to it; only our own page, for workload W2. */
  show?(id: string): void;
  /** Screen place of a vertex of a shape; only our own page, for workload W2. */
  vertex?(id: string, index: number): { readonly x: number; readonly y: number };
}

declare global {
  interface Window {
    bench: BenchPage;
  }
}

/** Address at which the runner serves the picture. */
export const pictureUrl = '/picture.jpg';

/** Fetches the picture into the cache, so that opening is measured from when the bytes are here. */
export async function fetchBytes(): Promise<void> {
  await (await fetch(pictureUrl)).arrayBuffer();
}

/**
 * Resolves when the browser is ready for the frame after the next: what was drawn until now is then on its way to the
 * screen.
 */
export async function afterFrame(): Promise<void> {
  for (let count = 0; count < 2; count += 1) await new Promise(resolve => requestAnimationFrame(resolve));
}
