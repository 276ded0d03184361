import type { Fault } from '#core/base/common/index.ts';
import { z } from '#core/api/common/index.ts';
import type { ItemStatuses } from '../item-statuses.ts';
import { changeValue } from './field-changes.ts';
import type { ItemChangeKind } from './item-change.ts';

/** Moves items to a status. The rules of the workflow hold for the way back as well. */
export const statusChange = (statuses: ItemStatuses): ItemChangeKind => ({
  access: 'ApplyItemTransition',
  async open(context, projectId, given, purpose) {
    const to = changeValue(z.int().min(1).max(32_767), given, 'must be the number of a status');
    const { all } = await statuses.of(context, projectId);
    if (purpose === 'change') await statuses.check(context, projectId, to);
    return {
      value: to,
      read: rows => new Map(rows.map(row => [row.id, row.annotation_status])),
      wanted: () => to,
      async refusals(rows, wanted) {
        const found = new Map<number, Fault>();
        for (const row of rows) {
          const refusal = await statuses.refusal(context, row, wanted.get(row.id) as number, all);
          if (refusal !== undefined) found.set(row.id, refusal);
        }
        return found;
      },
      async write(rows, wanted) {
        for (const status of new Set(rows.map(row => wanted.get(row.id) as number)))
          await statuses.apply(
            context,
            rows.filter(row => wanted.get(row.id) === status),
            status,
          );
      },
    };
  },
});
