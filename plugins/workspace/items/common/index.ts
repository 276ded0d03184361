export { itemsApi, itemSorts } from './api.ts';
export type { ItemFilter, ItemSort } from './api.ts';
export { entryProblem, isLitter } from './archive-entry.ts';
export { openableAddress } from './attached-url.ts';
export { copyOrMoveApi } from './copy-or-move-api.ts';
export type { CopyOrMoveFinding, CopyOrMoveReport, MissingChoice } from './copy-or-move-api.ts';
export { AT_ONCE, itemChangeApi } from './change-api.ts';
export type { ChangePreview, ItemChangeView } from './change-api.ts';
export { mergedReasons, outcomeText, reasonsText } from './change-outcome.ts';
export type { CopyProgress } from './copy-api.ts';
export { itemsEvents } from './events.ts';
export { contentKindOf, headLength, mediaTypeOfFile, mediaTypeOfName } from './file-content.ts';
export type { ContentKind } from './file-content.ts';
export { fileKindOf, isReadOut, isSlideName } from './file-kinds.ts';
export {
  attachedItemNameProblem,
  cleanFolderName,
  cleanItemName,
  folderNameProblem,
  itemNameProblem,
} from './item-name.ts';
export { approvalStatuses, itemStatusOf, plainStatuses, systemItemStatuses } from './item-status.ts';
export type { ItemStatus, ProjectStatuses } from './item-status.ts';
export { excerptOf } from './item-summary.ts';
export type { ItemSummary } from './item-summary.ts';
export { item, itemAsset } from './item.ts';
export type { Assignment, Folder, Item, ItemAsset, ItemCategory, ListedItem } from './item.ts';
export { extensionOf, imageExtensions, sniffLength, sniffMediaType } from './media-kinds.ts';
export { itemKeys } from './query-keys.ts';
export { CsvReader, readCsv } from './read-csv.ts';
export { otherStorageMessage, storageMessage } from './storage-message.ts';
export { codePointCount, readText, UnreadableText } from './text-content.ts';
export { itemCeilings, limitMessage, limitStates, plans, remainingIn, uploadLimits } from './upload-limits.ts';
export type { Plan } from './upload-limits.ts';
export { uploadChunkBytes } from './uploads-api.ts';
export { foldersApi } from './wire-api.ts';
