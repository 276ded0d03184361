export { ItemActions } from '../item-actions.ts';
export type { AskedChange } from '../item-actions.ts';
export { useDataFilter } from '../pages/use-data-filter.ts';
export type { DataFilter } from '../pages/use-data-filter.ts';
export { SelectedItems } from '../selected-items.ts';
export { sizeOf, things } from '../selection.ts';
export type { Selection } from '../selection.ts';
export { faultFrom, passes, retryDelays } from '../uploading/tus-rules.ts';
export { TusStack } from '../uploading/tus-stack.ts';
export { operatorsOf } from './filter-field.ts';
export type { FilterChoice, FilterField, FilterKind } from './filter-field.ts';
export { initialsOf } from '../initials.tsx';
export { itemIcon } from './item-icon.ts';
export {
  ApprovalEntries,
  ApprovalMenu,
  APPROVALS,
  chosenItems,
  DataDialogs,
  DataViewStore,
  isSelected,
  ItemGrid,
  ItemPreview,
  ItemRows,
  ItemsClient,
  MenuAt,
  PictureSize,
  SelectionDialogs,
  SelectionStore,
  useItemSummaries,
  useMenu,
  useTileGrid,
} from './item-list.ts';
export type { ItemWindow, OpenMenu, ShownColumn } from './item-list.ts';
export { ItemsWebHooks } from './items-web-hooks.ts';
export type { InProject } from './items-web-hooks.ts';
export { SelectionDialog } from './selection-dialog.tsx';
export type { SelectionFormProps } from './selection-dialog.tsx';
export { StatusMark, useStatusLook } from './status-mark.tsx';
export { StatusItems, StatusMenu } from './status-menu.tsx';
export { useStatuses, useStatusTargets } from './use-statuses.ts';
