import type { Fault } from '#core/base/common/index.ts';
import { notFound } from '#core/base/common/index.ts';
import type { BulkResult } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ItemReader } from './item-reader.ts';
import type { ItemRow } from './items-hooks.ts';

/** A bulk change: what speaks against one item, and the write for all that nothing speaks against. */
export interface EachChange {
  /** `skip`: it is so already. */
  readonly admit: (row: ItemRow) => Promise<Fault | 'skip' | undefined> | Fault | 'skip' | undefined;
  readonly apply: (rows: readonly ItemRow[]) => Promise<void>;
  /** The ids are those of deleted items. */
  readonly deleted?: boolean;
}

/** Applies a change item by item, in one transaction, and says what became of each (roles-permissions 11, rule 5). */
export async function changeEach(context: RequestContext, reader: ItemReader, projectId: number, ids: readonly number[], change: EachChange): Promise<BulkResult> {
  const wanted = [...new Set(ids)];
  return context.transaction(async () => {
    const rows = await reader.byIds(context, projectId, wanted, { lock: true, deleted: change.deleted ?? false });
    const result: { success: number[]; failed: { id: number; code: string; message: string }[]; skipped: number[] } = { success: [], failed: [], skipped: [] };
    const admitted: ItemRow[] = [];
    for (const id of wanted) {
      const row = rows.get(id);
      const answer = row === undefined ? notFound('The item') : await change.admit(row);
      if (answer === undefined) admitted.push(row!);
      else if (answer === 'skip') result.skipped.push(id);
      else result.failed.push({ id, code: answer.code, message: answer.message });
    }
    if (admitted.length > 0) await change.apply(admitted);
    result.success.push(...admitted.map(row => row.id));
    return result;
  });
}
