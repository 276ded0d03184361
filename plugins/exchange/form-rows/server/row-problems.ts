import type { Kysely } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import type { RowProblem } from '../common/planned-item.ts';
import { rowChunk } from '../common/rows-api.ts';
import type { RowTables } from './row-tables.ts';

/** Writes lines of the report of an import. */
export async function storeProblems(
  context: RequestContext,
  importId: number,
  problems: readonly RowProblem[],
): Promise<void> {
  await context.transaction(async (trx: Kysely<RowTables>) => {
    for (let start = 0; start < problems.length; start += rowChunk) {
      await trx
        .insertInto('form_rows.row_problem')
        .values(
          problems
            .slice(start, start + rowChunk)
            .map(({ row, column, reason }) => ({
              team_id: context.team.id,
              import_id: importId,
              row,
              column_name: column,
              reason,
            })),
        )
        .execute();
    }
  });
}
