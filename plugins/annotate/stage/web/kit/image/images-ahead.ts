import type { Size } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { withFirstTiles } from './first-tiles.ts';
import type { ImageSource } from './image-source.ts';

/** Pictures that are kept decoded at a time. */
const MOST = 2;

type Open = (url: string, signal: AbortSignal) => Promise<ImageSource>;

/** Pictures that are decoded before they are shown, the newest few. */
export class ImagesAhead {
  readonly #kept = new Map<string, { readonly source: Promise<ImageSource>; readonly stop: AbortController }>();

  constructor(private readonly open: Open) {}

  /**
   * Decodes a picture and its tiles at the scale (device pixels per item pixel) at which it will be shown, in place of
   * the oldest one. A failure is left to {@link take}, which opens the picture again. `made` gets each tile.
   */
  prepare(url: string, scaleOf: (size: Size) => number, made?: (tile: ImageBitmap) => void): void {
    if (this.#kept.has(url)) return;
    const stop = new AbortController();
    const source = this.open(url, stop.signal).then(opened => withFirstTiles(opened, scaleOf(opened.size), made));
    this.#kept.set(url, { source, stop });
    source.catch(() => this.#kept.get(url)?.source === source && this.#kept.delete(url));
    for (const oldest of [...this.#kept.keys()].slice(0, Math.max(0, this.#kept.size - MOST))) this.#drop(oldest);
  }

  /** Gives a picture away, decoded ahead or opened now. Aborting disposes of it. */
  async take(url: string, signal: AbortSignal): Promise<ImageSource> {
    const kept = this.#kept.get(url);
    if (kept === undefined) return this.open(url, signal);
    this.#kept.delete(url);
    const abort = (): void => kept.stop.abort(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    try {
      return await kept.source;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** Frees all pictures that were not shown. */
  clear(): void {
    for (const url of this.#kept.keys()) this.#drop(url);
  }

  #drop(url: string): void {
    const kept = this.#kept.get(url);
    this.#kept.delete(url);
    kept?.stop.abort();
    kept?.source.then(
      source => source.dispose(),
      () => undefined,
    );
  }
}
