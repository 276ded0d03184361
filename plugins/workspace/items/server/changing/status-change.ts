import { Fault } from '#core/base/common/index.ts';
import { z } from '#core/api/common/index.ts';
import { itemStatusOf } from '../../common/item-status.ts';
import type { ItemStatuses } from '../item-statuses.ts';
import { changeValue } from './field-changes.ts';
import type { ItemChangeKind } from './item-change.ts';

const status = z.int().min(1).max(32_767);
const stepValue = z.union([status, z.strictObject({ to: status, from: z.array(status).min(1).max(50) })]);

/**
 * Moves items to a status. The value is the status, or `{ to, from }`, which leaves items alone that are in no status
 * of `from` any more. The rules of the workflow hold for the way back as well.
 */
export const statusChange = (statuses: ItemStatuses): ItemChangeKind => ({
  access: 'ApplyItemTransition',
  async open(context, projectId, given, purpose) {
    const step = changeValue(stepValue, given, 'must be the number of a status, or “to” with the list “from”');
    const { to, from } = typeof step === 'number' ? { to: step, from: undefined } : step;
    await statuses.prepare(context, projectId);
    const { all } = await statuses.of(context, projectId);
    if (purpose === 'change') await statuses.check(context, projectId, to);
    return {
      value: to,
      read: rows => new Map(rows.map(row => [row.id, row.annotation_status])),
      wanted: () => to,
      async refusals(rows, wanted) {
        const found = new Map<number, Fault>();
        for (const row of rows) {
          const refusal =
            from !== undefined && !from.includes(row.annotation_status)
              ? movedMeanwhile(row.annotation_status)
              : await statuses.refusal(context, row, wanted.get(row.id) as number, all);
          if (refusal !== undefined) found.set(row.id, refusal);
        }
        return found;
      },
      async write(rows, wanted) {
        for (const each of new Set(rows.map(row => wanted.get(row.id) as number)))
          await statuses.apply(
            context,
            rows.filter(row => wanted.get(row.id) === each),
            each,
            { requested: true },
          );
      },
    };
  },
});

/** 409 of a step that was decided on when the item was in another status. */
const movedMeanwhile = (now: number): Fault =>
  new Fault('STATUS_CHANGED', `This item has been moved to ${itemStatusOf(now).title} meanwhile.`, {
    status: 409,
    details: { now },
  });
