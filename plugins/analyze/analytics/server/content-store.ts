import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { readDocument } from '#plugins/annotate/annotations/common/index.ts';
import { annotationRows } from '#plugins/annotate/annotations/server/kit/index.ts';
import type { StoredDocument } from '#plugins/annotate/annotations/server/kit/index.ts';
import type { ItemCopying } from '#plugins/workspace/items/server/kit/index.ts';
import { contentCounts } from '../common/content-counts.ts';

type Trx = Kysely<unknown>;
type Row = Readonly<Record<string, unknown>>;

/** Documents whose counts go into one statement. */
const AT_ONCE = 200;
/** Characters of the documents that are read at a time. */
const READ_CHARACTERS = 8 * 1024 * 1024;

const COLUMNS = {
  document: ['revision', 'objects'],
  object_count: ['class_id', 'type', 'email', 'creation', 'made_on', 'objects', 'disapproved', 'approved'],
  answer_count: ['class_id', 'group_id', 'value_id', 'email', 'answers'],
  reason_count: ['email', 'reviewer', 'reason', 'objects'],
} as const;
type TableName = keyof typeof COLUMNS;
const TABLES = Object.keys(COLUMNS) as readonly TableName[];

/** Items whose counts are not those of their newest revision. */
const STALE = sql<boolean>`(case when kept.document is null
  then counted.item_id is not null else counted.revision is distinct from kept.revision end)`;
const ANNOTATIONS = sql`${annotationRows} as kept left
  join analytics.document as counted on counted.team_id = kept.team_id and counted.item_id = kept.item_id`;

/** Keeps the counts of objects and answers in step with the documents, inside the transactions that store them. */
export class ContentStore {
  /** Replaces the counts of stored documents; deleted documents get none. Inside the caller's transaction. */
  async store(context: RequestContext, projectId: number, stored: readonly StoredDocument[]): Promise<void> {
    for (let start = 0; start < stored.length; start += AT_ONCE)
      await this.#storePart(context, projectId, stored.slice(start, start + AT_ONCE));
  }

  /**
   * Gives copies of items the counts of their sources. Documents from another project are stored as new ones instead.
   * Inside the caller's transaction.
   */
  async copy(context: RequestContext, { projectId, sourceProjectId, pairs }: ItemCopying): Promise<void> {
    if (projectId !== sourceProjectId) return;
    const [sources, targets] = [pairs.map(each => each.source), pairs.map(each => each.target)];
    await context.transaction(async (trx: Trx) => {
      await this.#forget(trx, context, targets);
      for (const table of TABLES) {
        // A revision that no document has makes the copy of a stale count stale too.
        const columns = COLUMNS[table].map(each =>
          each === 'revision'
            ? sql`case when origin.revision = first.revision then own.revision else 0 end`
            : sql.ref(`origin.${each}`),
        );
        const revisions =
          table !== 'document'
            ? sql``
            : sql`
          join ${annotationRows} as first on first.team_id = origin.team_id and first.item_id = pair.source
          join ${annotationRows} as own on own.team_id = origin.team_id and own.item_id = pair.target`;
        await sql`insert into ${sql.table(`analytics.${table}`)} (team_id, project_id, item_id, ${names(table)})
          select origin.team_id, ${projectId}::int, pair.target, ${sql.join(columns)}
          from unnest(${sources}::int[], ${targets}::int[]) as pair (source, target)
          join ${sql.table(`analytics.${table}`)} as origin on origin.team_id = ${context.team.id}::int
            and origin.item_id = pair.source${revisions}`.execute(trx);
      }
    });
  }

  /** Returns how many documents of a project have counts of another revision, or none, and how many there are. */
  async staleness(
    context: RequestContext,
    projectId: number,
  ): Promise<{ readonly stale: number; readonly total: number }> {
    const { rows } = await context.transaction((trx: Trx) =>
      sql<{ stale: number; total: number }>`
      select count(*)::int as total, (count(*) filter (where ${STALE}))::int as stale from ${ANNOTATIONS}
      where kept.team_id = ${context.team.id}::int and kept.project_id = ${projectId}::int
        and (kept.document is not null or counted.item_id is not null)`.execute(trx),
    );
    return rows[0]!;
  }

  /**
   * Counts the next documents after an item, all of them or the stale ones. Returns the last item and how many there
   * were.
   */
  async step(
    context: RequestContext,
    projectId: number,
    { after, all }: { readonly after: number; readonly all: boolean },
  ): Promise<{ readonly last: number; readonly documents: number }> {
    return context.transaction(async (trx: Trx) => {
      const { rows: next } = await sql<{
        item_id: number;
        size: number;
      }>`select kept.item_id, kept.size from ${ANNOTATIONS}
        where kept.team_id = ${context.team.id}::int and kept.project_id = ${projectId}::int
          and kept.item_id > ${after}::int and ${all ? sql`true` : STALE}
        order by kept.item_id limit ${AT_ONCE}`.execute(trx);
      const ids = within(next, READ_CHARACTERS);
      if (ids.length === 0) return { last: after, documents: 0 };
      // Locked before they are read: no save comes between reading a document and writing its counts.
      const { rows } = await sql<{
        item_id: number;
        document: unknown;
      }>`select kept.item_id, kept.document from ${annotationRows} as kept
        where kept.team_id = ${context.team.id}::int and kept.item_id = any(${[...ids]}::int[])
          order by kept.item_id for update of kept`.execute(trx);
      await this.store(
        context,
        projectId,
        rows.map(row => ({
          itemId: row.item_id,
          document: row.document === null ? undefined : readDocument(row.document),
        })),
      );
      return { last: ids.at(-1)!, documents: ids.length };
    });
  }

  async #storePart(context: RequestContext, projectId: number, stored: readonly StoredDocument[]): Promise<void> {
    const ids = stored.map(each => each.itemId);
    await context.transaction(async (trx: Trx) => {
      const { rows: kept } = await sql<{
        item_id: number;
        revision: number;
      }>`select item_id, revision from ${annotationRows} where team_id = ${context.team.id}::int
        and project_id = ${projectId}::int and item_id = any(${ids}::int[])`.execute(trx);
      const revisions = new Map(kept.map(row => [row.item_id, row.revision]));
      const rows: Record<TableName, Row[]> = { document: [], object_count: [], answer_count: [], reason_count: [] };
      for (const { itemId, document } of stored) {
        const revision = revisions.get(itemId);
        if (document === undefined || revision === undefined) continue;
        const { objects, answers, reasons } = contentCounts(document.instances, document.comments);
        rows.document.push({
          item_id: itemId,
          revision,
          objects: objects.reduce((sum, each) => sum + each.objects, 0),
        });
        rows.object_count.push(...objects.map(each => ({ item_id: itemId, ...each })));
        rows.answer_count.push(...answers.map(each => ({ item_id: itemId, ...each })));
        rows.reason_count.push(...reasons.map(each => ({ item_id: itemId, ...each })));
      }
      await this.#forget(trx, context, ids);
      for (const table of TABLES) await insert(trx, context, projectId, table, rows[table]);
    });
  }

  async #forget(trx: Trx, context: RequestContext, itemIds: readonly number[]): Promise<void> {
    const removed = (table: TableName) =>
      sql`delete from ${sql.table(`analytics.${table}`)} where team_id = ${context.team.id}::int
        and item_id = any(${[...itemIds]}::int[])`;
    await sql`with objects as (${removed('object_count')}),
      answers as (${removed('answer_count')}), reasons as (${removed('reason_count')})
      ${removed('document')}`.execute(trx);
  }
}

const names = (table: TableName) => sql.join(COLUMNS[table].map(each => sql.ref(each)));

async function insert(
  trx: Trx,
  context: RequestContext,
  projectId: number,
  table: TableName,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const name = sql.table(`analytics.${table}`);
  await sql`insert into ${name} (team_id, project_id, item_id, ${names(table)})
    select ${context.team.id}::int, ${projectId}::int, counted.item_id,
      ${sql.join(COLUMNS[table].map(each => sql.ref(`counted.${each}`)))}
    from jsonb_populate_recordset(null::${name}, ${JSON.stringify(rows)}::jsonb) as counted`.execute(trx);
}

/** Ids from the start whose documents have at most that many characters together; the first one whatever it has. */
function within(rows: readonly { readonly item_id: number; readonly size: number }[], most: number): readonly number[] {
  let characters = 0;
  const end = rows.findIndex((row, index) => (characters += row.size) > most && index > 0);
  return (end === -1 ? rows : rows.slice(0, end)).map(row => row.item_id);
}
