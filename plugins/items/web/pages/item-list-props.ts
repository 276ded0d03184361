import type { ListedItem } from '../../common/item.ts';
import type { FilterField } from '../kit/index.ts';
import type { ItemWindow } from '../use-item-window.ts';
import type { DataFilter } from './use-data-filter.ts';

/** What the grid and the table of items are given. */
export interface ItemListProps {
  readonly projectId: number;
  readonly list: ItemWindow;
  readonly count: number;
  readonly state: DataFilter;
  /** Fields by which the items can be filtered: roles and custom metadata are columns as well. */
  readonly fields: readonly FilterField[];
  /** Names the list for the scroll position. */
  readonly name: string;
  readonly pathOf: (item: ListedItem) => string;
  readonly onMenu: (item: ListedItem, at: { readonly x: number; readonly y: number }) => void;
}
