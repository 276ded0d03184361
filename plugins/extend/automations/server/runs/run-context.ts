import type { Assignment } from '#plugins/workspace/items/common/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import type { EventItem, RunContext, StateChange } from '../automation-tables.ts';

/** Facts about the place of an item. */
export interface ItemPlace {
  readonly projectName: string;
  readonly folderName: string | null;
  readonly organizationId: number;
}

const OPERATIONS: Readonly<Record<string, StateChange['op']>> = { 'item c': 'c' };
const CHANGED: Readonly<Record<string, string>> = {
  'item u:annotation_status': 'annotation_status',
  transition: 'annotation_status',
  'item u:approval_status': 'approval_status',
  'item u:assignment': 'assignments',
};

/**
 * Returns the context of a run: the item as it is, with the values before and after the change that the event is about.
 * Statuses are names. Times are milliseconds since 1970.
 */
export function itemContext(
  type: string,
  item: ItemRow,
  event: EventItem,
  assignments: readonly Assignment[],
  place: ItemPlace,
  statusName: (value: number) => string,
  at: Date,
): RunContext {
  const now = {
    id: item.id,
    name: item.name,
    team_id: item.team_id,
    organization_id: place.organizationId,
    project_id: item.project_id,
    project_name: place.projectName,
    folder_id: item.folder_id,
    folder_name: place.folderName,
    annotation_status: statusName(item.annotation_status),
    approval_status: item.approval_status,
    is_pinned: item.is_pinned,
    entropy_value: item.entropy_value,
    assignments: assignments.map(each => ({ role: each.user_role, user: each.user_id })),
    createdAt: item.created_at.getTime(),
    updatedAt: item.updated_at.getTime(),
  };
  const field = CHANGED[type];
  const shown = (value: unknown): unknown =>
    field === 'annotation_status' && typeof value === 'number' ? statusName(value) : value;
  return {
    op: OPERATIONS[type] ?? 'u',
    ts_ms: at.getTime(),
    before: field === undefined ? null : { ...now, [field]: shown(event.from) ?? null },
    after: field === undefined ? now : { ...now, [field]: shown(event.to) ?? null },
    ...event.more,
  };
}
