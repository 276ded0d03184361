import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import type { PlannedItem } from '../common/planned-item.ts';
import type { RowChoices } from '../common/rows-api.ts';
import type { RowFile } from './row-file.ts';
import type { RowContext } from './row-context.ts';

/** Data of one import of rows. */
export interface RowTask {
  readonly id: number;
  readonly target: RowContext;
  readonly file: RowFile;
  readonly choices: RowChoices;
}

/** A planned item with the place and the item it belongs to. */
export interface PlacedRow {
  readonly plan: PlannedItem;
  readonly folderId: number;
  readonly item: ItemRow;
  readonly isNew: boolean;
}

/** Reports that a row could not be imported, and why. */
export type FailRow = (row: number, column: string, reason: string) => void;
