import { proxy, ref } from 'valtio';
import { browserStore, keepColumns, readColumns } from '#core/base/web/index.ts';
import type { ColumnLayout } from './columns/column-layout.ts';
import { readLayout, standardLayout } from './columns/column-layout.ts';

export type DataView = 'grid' | 'table';

const VIEW = 'loupe_items_view';
const SIZE = 'loupe_items_size';
const TABLE = 'items';

/** Widths of thumbnails to choose from, in pixels. */
export const thumbnailSizes = [120, 160, 220] as const;

/** View of items: kept in this browser. */
export class DataViewStore {
  readonly state = proxy<{ view: DataView; size: number; layout: ColumnLayout }>({
    view: browserStore.get(VIEW) === 'table' ? 'table' : 'grid',
    size: thumbnailSizes.find(each => each === Number(browserStore.get(SIZE))) ?? 160,
    layout: ref(readLayout(readColumns(TABLE)) as ColumnLayout & object),
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

  /** Columns of the table, with their widths. */
  lay(layout: ColumnLayout): void {
    this.state.layout = ref(layout as ColumnLayout & object);
    keepColumns(TABLE, layout === standardLayout ? undefined : layout);
  }

  keepScroll(list: string, offset: number): void {
    this.#scroll.set(list, offset);
  }

  scrollOf(list: string): number {
    return this.#scroll.get(list) ?? 0;
  }
}
