import { proxy } from 'valtio';
import { browserStore } from '#core/base/web/index.ts';

export type DataView = 'grid' | 'table';

const VIEW = 'loupe_items_view';
const SIZE = 'loupe_items_size';

/** Widths of thumbnails to choose from, in pixels. */
export const thumbnailSizes = [120, 160, 220] as const;

/** How the person looks at items: kept in this browser. */
export class DataViewStore {
  readonly state = proxy<{ view: DataView; size: number }>({
    view: browserStore.get(VIEW) === 'table' ? 'table' : 'grid',
    size: thumbnailSizes.find(each => each === Number(browserStore.get(SIZE))) ?? 160,
  });
  /** Scroll position in pixels by list, so that coming back from the editor finds the same place. */
  readonly #scroll = new Map<string, number>();

  show(view: DataView): void {
    this.state.view = view;
    browserStore.set(VIEW, view);
  }

  resize(size: number): void {
    this.state.size = size;
    browserStore.set(SIZE, String(size));
  }

  keepScroll(list: string, offset: number): void {
    this.#scroll.set(list, offset);
  }

  scrollOf(list: string): number {
    return this.#scroll.get(list) ?? 0;
  }
}
