import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { invalidField } from '#core/base/common/index.ts';
import { z } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { MOST_PRIORITY } from '../../common/change-api.ts';
import type { ItemStatuses } from '../item-statuses.ts';
import type { ItemTables } from '../items-tables.ts';
import type { ItemChange, ItemChangeKind, ItemState } from './item-change.ts';

/** The value of a change, checked. @throws Fault INVALID_FIELD naming `change.value` */
export function changeValue<T>(schema: z.ZodType<T>, value: unknown, cure: string): T {
  const read = schema.safeParse(value);
  if (!read.success) throw invalidField('change.value', cure);
  return read.data;
}

/** A change of one column of items. */
interface ColumnChange {
  readonly column: 'approval_status' | 'is_pinned' | 'entropy_value';
  readonly type: 'smallint' | 'boolean' | 'double precision';
  /** The list by age shows it as changed. */
  readonly touches: boolean;
}

function columnChange(
  statuses: ItemStatuses,
  context: RequestContext,
  projectId: number,
  value: ItemState,
  { column, type, touches }: ColumnChange,
): ItemChange {
  return {
    value,
    read: rows => new Map(rows.map(row => [row.id, row[column]])),
    wanted: () => value,
    write: (rows, wanted) =>
      context.transaction(async (trx: Kysely<ItemTables>) => {
        const ids = rows.map(row => row.id);
        await sql`update items.item set ${sql.ref(column)} = given.value${touches ? sql`, updated_at = now()` : sql``}
        from unnest(${ids}::int[], ${ids.map(id => wanted.get(id))}::${sql.raw(type)}[]) as given (id, value) where items.item.id = given.id`.execute(
          trx,
        );
        await statuses.announce(context, projectId, ids);
      }),
  };
}

/** Approval: 0 none, 1 disapproved, 2 approved; never changes the status. */
export const approvalChange = (statuses: ItemStatuses): ItemChangeKind => ({
  access: 'ApplyItemApprovalStatus',
  open: (context, projectId, value) =>
    columnChange(
      statuses,
      context,
      projectId,
      changeValue(z.int().min(0).max(2), value, 'must be 0 (none), 1 (disapproved) or 2 (approved)'),
      { column: 'approval_status', type: 'smallint', touches: true },
    ),
});

export const pinChange = (statuses: ItemStatuses): ItemChangeKind => ({
  access: 'ApplyItemPin',
  open: (context, projectId, value) =>
    columnChange(statuses, context, projectId, changeValue(z.boolean(), value, 'must be true or false'), {
      column: 'is_pinned',
      type: 'boolean',
      touches: false,
    }),
});

export const priorityChange = (statuses: ItemStatuses): ItemChangeKind => ({
  access: 'SetItemPriority',
  open: (context, projectId, value) =>
    columnChange(
      statuses,
      context,
      projectId,
      changeValue(
        z.number().min(0).max(MOST_PRIORITY).nullable(),
        value,
        `must be a number from 0 to ${MOST_PRIORITY}, or null for no priority`,
      ),
      { column: 'entropy_value', type: 'double precision', touches: true },
    ),
});
