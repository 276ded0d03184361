import type { Folder, FolderUser, Item } from '../common/item.ts';
import type { ItemDetail } from './item-details.ts';
import type { ItemRow } from './items-hooks.ts';
import type { FolderTable } from './items-tables.ts';
import type { Selectable } from 'kysely';

/**
 * An item as calls answer it. `path` is the address of attached items; what is uploaded has none that outlives the
 * hour.
 */
export function itemView(
  row: ItemRow,
  { assignments, categories, custom_metadata }: ItemDetail = { assignments: [], categories: [], custom_metadata: {} },
): Item {
  return {
    id: row.id,
    project_id: row.project_id,
    folder_id: row.folder_id,
    team_id: row.team_id,
    name: row.name,
    path: row.url,
    url: row.url,
    annotation_status: row.annotation_status,
    approval_status: row.approval_status,
    is_pinned: row.is_pinned,
    entropy_value: row.entropy_value,
    source: row.source,
    integration_id: row.integration_id,
    assignments: [...assignments],
    categories: [...categories],
    custom_metadata: { ...custom_metadata },
    metadata: { path: row.url, width: row.width, height: row.height, size: row.size, mime: row.mime },
    meta: { width: row.width, height: row.height },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** Numbers of items of one folder. */
export interface FolderCounts {
  readonly total: number;
  readonly completed: number;
}

export function folderView(
  row: Selectable<FolderTable>,
  counts: FolderCounts,
  users: readonly FolderUser[] = [],
): Folder {
  return {
    id: row.id,
    project_id: row.project_id,
    team_id: row.team_id,
    name: row.name,
    status: row.status,
    is_root: row.is_root,
    itemsCount: counts.total,
    completedCount: counts.completed,
    folderUsers: [...users],
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
