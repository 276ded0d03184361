import { randomBytes, randomInt } from 'node:crypto';
import { Readable } from 'node:stream';
import { inject, optional } from 'inversify';
import type { Kysely } from 'kysely';
import { z } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { csvCell, Fault, invalidField, notFound } from '#core/base/common/index.ts';
import type { BlobDriver, JobRun, Jobs } from '#core/data/server/index.ts';
import { BlobsToken, JobsToken } from '#core/kernel/server/index.ts';
import type { TableAttachment } from '#plugins/exchange/integrations/server/kit/index.ts';
import { Integrations } from '#plugins/exchange/integrations/server/kit/index.ts';
import { Folders, ItemQuota } from '#plugins/workspace/items/server/kit/index.ts';
import type { ColumnTarget } from '../common/row-mapping.ts';
import { mappingProblems } from '../common/row-mapping.ts';
import { rowFileLimit, rowLimit, rowStates } from '../common/rows-api.ts';
import { RowContexts } from './row-context.ts';
import { RowRecords } from './row-records.ts';
import type { RowTables } from './row-tables.ts';

const subject = z.object({
  project_id: z.int(),
  folder_id: z.int(),
  integration_id: z.int(),
  query: z.string(),
  name_column: z.string().optional(),
  prefix: z.string().optional(),
  category: z.string().optional(),
  components: z.record(z.string(), z.string()),
});
type Asked = z.output<typeof subject>;

const NAME = '_item_name';
const CATEGORY = '_item_category';
/** Characters behind a prefix, and how many. */
const SIGNS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const RANDOM_SIGNS = 10;

/** Rows that a query of an integration answers, made into items by an import of rows. */
export class QueryImports {
  constructor(
    @inject(RowContexts) private readonly contexts: RowContexts,
    @inject(RowRecords) private readonly records: RowRecords,
    @inject(Folders) private readonly folders: Folders,
    @inject(ItemQuota) private readonly quota: ItemQuota,
    @inject(BlobsToken) private readonly blobs: BlobDriver,
    @inject(JobsToken) private readonly jobs: Jobs,
    @inject(Integrations) @optional() private readonly integrations: Integrations | undefined,
  ) {}

  /**
   * Asks for the job, answers its id.
   * @throws Fault NOT_A_FORM, NOT_FOUND, INVALID_FIELD, FOLDER_LIMIT, PROJECT_LIMIT
   */
  async begin(context: RequestContext, attachment: TableAttachment): Promise<string> {
    const { projectId, integrationId, query, itemName, category, components } = attachment;
    await context.demand('UploadItem', { projectId });
    const { plan } = await this.contexts.of(context, projectId, attachment.folderId ?? null);
    const ids = Object.values(components);
    const twice = ids.find((id, at) => ids.indexOf(id) < at);
    if (twice !== undefined)
      throw invalidField('options.column_class_map', `${twice} takes the values of one column. Leave the others out`);
    const [problem] = mappingProblems(mappingOf(components, category), plan);
    if (problem !== undefined) throw invalidField('options.column_class_map', problem);
    const folder = await this.folders.get(context, projectId, attachment.folderId);
    await this.quota.demand(context, folder, 1);
    const { name } = await this.#integration(context, integrationId);
    return (
      await context.transaction(() =>
        this.jobs.enqueue(undefined, {
          teamId: context.team.id,
          plugin: 'form-rows',
          name: 'importQuery',
          title: `Read rows of ${name}`,
          creatorId: context.user.id,
          subject: {
            project_id: projectId,
            folder_id: folder.id,
            integration_id: integrationId,
            query,
            ...('column' in itemName ? { name_column: itemName.column } : { prefix: itemName.prefix }),
            ...(category === undefined ? {} : { category }),
            components,
          } satisfies Asked,
        }),
      )
    ).id;
  }

  /**
   * The job: keeps the rows as a file and begins its import. Restarted after a crash, it asks again unless the import
   * was begun.
   * @throws Fault INVALID_FIELD for a column that the query does not answer, PROJECT_LIMIT for too many rows
   */
  async run(run: JobRun, context: RequestContext): Promise<{ readonly row_import_id: number; readonly rows: number }> {
    const asked = subject.parse(run.subject);
    await context.demand('UseIntegration', { projectId: asked.project_id });
    await context.demand('UploadItem', { projectId: asked.project_id });
    const { name, tables } = await this.#integration(context, asked.integration_id);
    const token = randomBytes(16).toString('hex');
    const count = { rows: 0, bytes: 0 };
    const { signal } = run;
    const lines = async function* (): AsyncGenerator<Buffer> {
      for await (const line of csvLines(tables.query(asked.query, signal), asked)) {
        count.rows += 1;
        if (count.rows > rowLimit + 1)
          throw new Fault('PROJECT_LIMIT', `The query answers more than ${rowLimit} rows. Limit it.`, { status: 422 });
        const bytes = Buffer.from(line);
        count.bytes += bytes.length;
        if (count.bytes > rowFileLimit)
          throw new Fault('TOO_LARGE', 'The query answers more than 4 GB. Limit it.', { status: 413 });
        if (count.rows % 1000 === 0) run.progress(count.rows, 0, `${count.rows.toLocaleString('en')} rows read`);
        yield bytes;
      }
      yield Buffer.from(token);
    };
    const { hash } = await this.blobs.put(Readable.from(lines(), { objectMode: false }));
    const rows = count.rows - 1;
    const id = await run.effect('import', async () => {
      const kept = await context.transaction((trx: Kysely<RowTables>) =>
        trx
          .insertInto('form_rows.row_import')
          .values({
            team_id: context.team.id,
            project_id: asked.project_id,
            folder_id: asked.folder_id,
            name: `${name}.csv`,
            token,
            size: count.bytes,
            status: rowStates.running,
            blob_hash: hash,
            choices: JSON.stringify({
              mapping: mappingOf(asked.components, asked.category),
              whole_row: false,
              prefix: 'Item',
              existing: 'skip',
              refused: 'row',
            }),
            creator_email: context.user.email,
          })
          .returningAll()
          .executeTakeFirstOrThrow()
          .then(row => this.records.enqueue(context, trx, row, 'importRows')),
      );
      return kept.id;
    });
    run.progress(rows, rows, `${rows.toLocaleString('en')} rows read`);
    return { row_import_id: id, rows };
  }

  async #integration(
    context: RequestContext,
    id: number,
  ): Promise<{ readonly name: string; readonly tables: NonNullable<ReturnType<Integrations['tables']>> }> {
    const row = await this.integrations?.get(context, id);
    const tables = row === undefined ? undefined : this.integrations?.tables(row);
    if (row === undefined || tables === undefined) throw notFound('The integration');
    return { name: row.name, tables };
  }
}

/** Mapping of the columns of the file, which are named after what they hold. */
const mappingOf = (
  components: Readonly<Record<string, string>>,
  category: string | undefined,
): Record<string, ColumnTarget> => ({
  [NAME]: 'name',
  ...(category === undefined ? {} : { [CATEGORY]: 'category' as const }),
  ...Object.fromEntries(Object.values(components).map(id => [id, `component:${id}` as const])),
});

/** Yields the lines of the file, its header first. */
async function* csvLines(
  pages: ReturnType<NonNullable<ReturnType<Integrations['tables']>>['query']>,
  { name_column: nameColumn, prefix = '', category, components }: Asked,
): AsyncGenerator<string> {
  const sources = Object.keys(components);
  const line = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\n`;
  const header = [NAME, ...(category === undefined ? [] : [CATEGORY]), ...Object.values(components)];
  let isFirst = true;
  for await (const { columns, rows } of pages) {
    const place = (column: string, field: string): number => {
      const at = columns.findIndex(each => each.toLowerCase() === column.toLowerCase());
      if (at < 0)
        throw invalidField(
          `options.${field}`,
          `${column} is no column of the answer. It has ${columns.slice(0, 20).join(', ')}`,
        );
      return at;
    };
    const named = nameColumn === undefined ? undefined : place(nameColumn, 'item_name');
    const places = [
      ...(category === undefined ? [] : [place(category, 'item_category')]),
      ...sources.map(each => place(each, 'column_class_map')),
    ];
    if (isFirst) yield line(header);
    isFirst = false;
    for (const row of rows)
      yield line([
        named === undefined ? `${prefix}${randomSigns()}` : (row[named] ?? ''),
        ...places.map(at => row[at] ?? ''),
      ]);
  }
}

const randomSigns = (): string => Array.from({ length: RANDOM_SIGNS }, () => SIGNS[randomInt(SIGNS.length)]).join('');
