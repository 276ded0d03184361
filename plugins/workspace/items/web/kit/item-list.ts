// Lists of items as the data tab draws them. Apart from the kit's index, so that only pages with such a list load them.
export { ApprovalEntries, ApprovalMenu } from '../approval-menu.tsx';
export { APPROVALS } from '../columns/item-columns.tsx';
export type { ItemColumn } from '../columns/item-columns.tsx';
export { DataDialogs } from '../data-dialogs.ts';
export { DataViewStore, thumbnailSizes } from '../data-view-store.ts';
export { ItemsClient } from '../items-client.ts';
export { MenuAt } from '../menu-at.tsx';
export type { OpenMenu } from '../menu-at.tsx';
export { ItemGrid } from '../pages/item-grid.tsx';
export type { ItemListProps } from '../pages/item-list-props.ts';
export { ItemRows } from '../pages/item-rows.tsx';
export type { ShownColumn } from '../pages/item-rows.tsx';
export { SelectionDialogs } from './selection-dialogs.tsx';
export { chosenItems, isListed, isSelected } from '../selection.ts';
export { SelectionStore } from '../selection-store.ts';
export type { ItemWindow } from '../use-item-window.ts';
export { useMenu } from '../use-menu.ts';
