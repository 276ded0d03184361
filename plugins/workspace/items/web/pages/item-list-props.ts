import type { ListedItem } from '../../common/item.ts';
import type { ItemWindow } from '../use-item-window.ts';

/** Props of the grid and the rows of items. */
export interface ItemListProps<Row extends ListedItem = ListedItem> {
  readonly projectId: number;
  readonly list: ItemWindow<Row>;
  readonly count: number;
  /** Names the list for the scroll position. */
  readonly name: string;
  readonly pathOf: (item: Row) => string;
  readonly onMenu: (item: Row, at: { readonly x: number; readonly y: number }) => void;
}
