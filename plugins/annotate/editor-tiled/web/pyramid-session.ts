import { proxy, ref, subscribe } from 'valtio';
import type { Client } from '#core/api/web/index.ts';
import type { ImageSource } from '#plugins/annotate/stage/web/kit/index.ts';
import type { PyramidView, tilesApi } from '#plugins/annotate/tiles/common/index.ts';
import { TiledImage } from './tiled-image.ts';
import type { TiledItem } from './tiled-image.ts';

/** Milliseconds between two questions how far a pyramid is. */
const ASK_MS = 1_500;

const isOpen = (state: PyramidView['state']): boolean => state === 'waiting' || state === 'cutting';

type Rows = Pick<PyramidView, 'rows'>;

/** True once a row of tiles is there: the size of the image and of its tiles is what the source says from then on. */
const isBegun = ({ rows }: Rows): boolean => rows.some(each => each > 0);

/** True for an image of which nothing can be shown; the stage then says why and offers to try again. */
export const isUnreadable = (pyramid: Rows & Pick<PyramidView, 'state'>): boolean =>
  pyramid.state === 'failed' && !isBegun(pyramid);

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
    const isRetry = this.state.pyramid !== undefined && isUnreadable(this.state.pyramid);
    const { pyramid } = await this.#api[isRetry ? 'cutAgain' : 'getPyramid']({ params: this.#item, signal });
    if (pyramid === null) throw new Error('its file is not stored on this server');
    this.#show(pyramid);
    this.#image = ref(new TiledImage(this.#api, this.#item, await this.#begun(signal)));
    return this.#image;
  };

  /** Waits for the first tiles. */
  #begun(signal: AbortSignal): Promise<PyramidView> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const { pyramid } = this.state;
        if (signal.aborted) reject(signal.reason as Error);
        else if (pyramid !== undefined && isBegun(pyramid)) resolve(pyramid as PyramidView);
        else if (pyramid !== undefined && isUnreadable(pyramid)) reject(new Error(pyramid.error?.replace(/\.$/, '')));
        else return;
        stop();
        signal.removeEventListener('abort', look);
      };
      const stop = subscribe(this.state, look);
      signal.addEventListener('abort', look);
      look();
    });
  }

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
    if (isOpen(pyramid.state)) this.#next = setTimeout(() => void this.#ask(), ASK_MS);
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
