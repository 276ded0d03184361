import { Readable } from 'node:stream';
import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import type { RequestContext, StreamReply } from '#core/api/server/index.ts';
import { streamReply } from '#core/api/server/index.ts';
import { csvRow } from '../common/form-table.ts';
import { keptProblems } from '../common/rows-api.ts';
import type { RowTables } from './row-tables.ts';
import { formColumns, itemColumns } from '../common/form-columns.ts';
import { RowContexts } from './row-context.ts';
import { RowRecords } from './row-records.ts';

/** Lines of a report that are read at a time. */
const PAGE = 5000;
const csv = (name: string): Readonly<Record<string, string>> => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${name}"`,
});

/** Tables to download: the template of a form, and what did not fit in an import. Rights are asked before. */
export class RowDownloads {
  constructor(
    @inject(RowContexts) private readonly contexts: RowContexts,
    @inject(RowRecords) private readonly records: RowRecords,
  ) {}

  /** A table with nothing but its header. @throws Fault NOT_A_FORM, NOT_FOUND. */
  async template(context: RequestContext, projectId: number): Promise<StreamReply> {
    const form = await this.contexts.form(context, projectId);
    return streamReply(
      Buffer.from(csvRow([...itemColumns, ...formColumns(form.components).map(each => each.key)])),
      csv('template.csv'),
    );
  }

  /** Returns the problems as CSV. @throws Fault NOT_FOUND. */
  async problems(context: RequestContext, projectId: number, id: number): Promise<StreamReply> {
    const row = await this.records.row(context, projectId, id);
    const lines = async function* (): AsyncGenerator<string> {
      yield csvRow(['row', 'column', 'reason']);
      for (let after = '0'; ;) {
        const page = await context.transaction((trx: Kysely<RowTables>) =>
          trx
            .selectFrom('form_rows.row_problem')
            .select(['id', 'row', 'column_name', 'reason'])
            .where('import_id', '=', row.id)
            .where('id', '>', after)
            .orderBy('id')
            .limit(PAGE)
            .execute(),
        );
        for (const each of page) yield csvRow([String(each.row), each.column_name, each.reason]);
        if (page.length < PAGE) break;
        after = page.at(-1)!.id;
      }
      if (row.problem_count > keptProblems) yield csvRow(['', '', `${row.problem_count - keptProblems} more`]);
    };
    return streamReply(Readable.from(lines()), csv('import report.csv'));
  }
}
