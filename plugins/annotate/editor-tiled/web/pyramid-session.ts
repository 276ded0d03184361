import { proxy, ref } from 'valtio';
import type { Client } from '#core/api/web/index.ts';
import type { ImageSource } from '#plugins/annotate/stage/web/kit/index.ts';
import type { PyramidView, tilesApi } from '#plugins/annotate/tiles/common/index.ts';
import { TiledImage } from './tiled-image.ts';
import type { TiledItem } from './tiled-image.ts';

/** Milliseconds between two questions how far a pyramid is. */
const ASK_MS = 1_500;

const isOpen = ({ state }: PyramidView): boolean => state === 'waiting' || state === 'cutting';

/** The pyramid of the open item: opens it as a picture, and follows it while it is cut. */
export class PyramidSession {
  readonly state = proxy<{ pyramid: PyramidView | undefined }>({ pyramid: undefined });
  readonly #api: Client<typeof tilesApi>;
  readonly #item: TiledItem;
  #image: TiledImage | undefined;
  #next: ReturnType<typeof setTimeout> | undefined;
  #disposed = false;

  constructor(api: Client<typeof tilesApi>, item: TiledItem) {
    this.#api = api;
    this.#item = item;
  }

  /** Opens the picture. Rejects with the reason when there is none. */
  readonly open = async (signal: AbortSignal): Promise<ImageSource> => {
    const { pyramid } = await this.#api.getPyramid({ params: this.#item, signal });
    if (pyramid === null) throw new Error('its file is not stored on this server');
    this.#show(pyramid);
    this.#image = ref(new TiledImage(this.#api, this.#item, pyramid));
    return this.#image;
  };

  /** Cuts the image again, after it failed. */
  async again(): Promise<void> {
    const { pyramid } = await this.#api.cutAgain({ params: this.#item });
    if (pyramid !== null) this.#show(pyramid);
  }

  /** Asks how far it is, at once. */
  async refresh(): Promise<void> {
    clearTimeout(this.#next);
    await this.#ask();
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#next);
  }

  #show(pyramid: PyramidView): void {
    if (this.#disposed) return;
    this.state.pyramid = ref(pyramid);
    this.#image?.update(pyramid);
    clearTimeout(this.#next);
    if (isOpen(pyramid)) this.#next = setTimeout(() => void this.#ask(), ASK_MS);
  }

  async #ask(): Promise<void> {
    try {
      const { pyramid } = await this.#api.getPyramid({ params: this.#item });
      if (pyramid !== null) this.#show(pyramid);
    } catch {
      // The server is out of reach for a moment; the page says so where work is saved.
      if (!this.#disposed) this.#next = setTimeout(() => void this.#ask(), ASK_MS);
    }
  }
}
