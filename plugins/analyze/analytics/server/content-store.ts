import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { readDocument } from '#plugins/annotate/annotations/common/index.ts';
import { annotationRows } from '#plugins/annotate/annotations/server/kit/index.ts';
import type { StoredDocument } from '#plugins/annotate/annotations/server/kit/index.ts';
import type { ItemCopying } from '#plugins/workspace/items/server/kit/index.ts';
import type { ObjectCount } from '../common/content-counts.ts';
import { contentCounts } from '../common/content-counts.ts';

type Trx = Kysely<unknown>;
type Row = Readonly<Record<string, unknown>>;

/** Documents whose counts go into one statement. */
const AT_ONCE = 1000;
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
type CountTable = Exclude<TableName, 'document'>;
const COUNTS: readonly CountTable[] = ['object_count', 'answer_count', 'reason_count'];

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
      await forgetting(context, targets).execute(trx);
      for (const table of TABLES) {
        // A revision that no document has makes the copy of a stale count stale too.
        const columns = COLUMNS[table].map(each =>
          each === 'revision'
            ? sql`case when origin.revision = first.revision then own.revision else 0 end`
            : sql.ref(`origin.${each}`),
        );
        // Counts go with the counted document, which is copied first.
        const kept =
          table !== 'document'
            ? sql`
          join analytics.document as own on own.team_id = origin.team_id and own.item_id = pair.target`
            : sql`
          join ${annotationRows} as first on first.team_id = origin.team_id and first.item_id = pair.source
          join ${annotationRows} as own on own.team_id = origin.team_id and own.item_id = pair.target`;
        await sql`insert into ${sql.table(`analytics.${table}`)} (team_id, project_id, item_id, ${names(table)})
          select origin.team_id, ${projectId}::int, pair.target, ${sql.join(columns)}
          from unnest(${sources}::int[], ${targets}::int[]) as pair (source, target)
          join ${sql.table(`analytics.${table}`)} as origin on origin.team_id = ${context.team.id}::int
            and origin.item_id = pair.source${kept}`.execute(trx);
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

  /** Returns the next items after one whose documents are counted together: all of them or the stale ones. */
  async next(
    context: RequestContext,
    projectId: number,
    { after, all }: { readonly after: number; readonly all: boolean },
  ): Promise<readonly number[]> {
    const { rows } = await context.transaction((trx: Trx) =>
      sql<{
        item_id: number;
        size: number;
      }>`select kept.item_id, kept.size from ${all ? sql`${annotationRows} as kept` : ANNOTATIONS}
        where kept.team_id = ${context.team.id}::int and kept.project_id = ${projectId}::int
          and kept.item_id > ${after}::int and ${all ? sql`true` : STALE}
        order by kept.item_id limit ${AT_ONCE}`.execute(trx),
    );
    return within(rows, READ_CHARACTERS);
  }

  /** Counts the documents of some items again. */
  async recount(context: RequestContext, projectId: number, itemIds: readonly number[]): Promise<void> {
    await context.transaction(async (trx: Trx) => {
      // Locked before they are read: no save comes between reading a document and writing its counts.
      const { rows } = await sql<{
        item_id: number;
        document: unknown;
      }>`select kept.item_id, kept.document from ${annotationRows} as kept
        where kept.team_id = ${context.team.id}::int and kept.project_id = ${projectId}::int
          and kept.item_id = any(${[...itemIds]}::int[]) order by kept.item_id for update of kept`.execute(trx);
      await this.#replace(
        trx,
        context,
        projectId,
        rows.map(row => ({
          itemId: row.item_id,
          document: row.document === null ? undefined : readDocument(row.document),
        })),
      );
    });
  }

  async #storePart(context: RequestContext, projectId: number, stored: readonly StoredDocument[]): Promise<void> {
    await context.transaction((trx: Trx) => this.#replace(trx, context, projectId, stored));
  }

  /** Replaces what is counted of documents in one statement: people wait for a save. */
  async #replace(
    trx: Trx,
    context: RequestContext,
    projectId: number,
    stored: readonly StoredDocument[],
  ): Promise<void> {
    const rows = { answer_count: [] as Row[], reason_count: [] as Row[] };
    const documents: Row[] = [];
    const counts: (ObjectCount & { readonly item_id: number })[] = [];
    for (const { itemId, document } of stored) {
      if (document === undefined) continue;
      const { objects, answers, reasons } = contentCounts(document.instances, document.comments);
      documents.push({ item_id: itemId, objects: objects.reduce((sum, each) => sum + each.objects, 0) });
      for (const each of objects) counts.push({ item_id: itemId, ...each });
      for (const each of answers) rows.answer_count.push({ item_id: itemId, ...each });
      for (const each of reasons) rows.reason_count.push({ item_id: itemId, ...each });
    }
    const counted = documents.map(each => each['item_id'] as number);
    const gone = stored.flatMap(({ itemId, document }) => (document === undefined ? [itemId] : []));
    const parts = [
      ...(gone.length === 0 ? [] : [forgetting(context, gone)]),
      ...(documents.length === 0
        ? []
        : [...COUNTS.map(table => removal(context, table, counted)), noting(context, projectId, documents)]),
      ...(['answer_count', 'reason_count'] as const).flatMap(table =>
        rows[table].length === 0 ? [] : [insertion(context, projectId, table, rows[table])],
      ),
      ...(counts.length === 0 ? [] : [countInsertion(context, projectId, counts)]),
    ];
    if (parts.length === 0) return;
    await sql`with ${sql.join(parts.map((each, at) => sql`${sql.ref(`part${at}`)} as (${each})`))} select`.execute(trx);
  }
}

/** Removes counts of documents that stay. */
const removal = (context: RequestContext, table: CountTable, itemIds: readonly number[]): RawBuilder<unknown> =>
  sql`delete from ${sql.table(`analytics.${table}`)} where team_id = ${context.team.id}::int
    and item_id = any(${[...itemIds]}::int[])`;

/** Notes documents as counted in the revision that they have now. */
const noting = (context: RequestContext, projectId: number, documents: readonly Row[]): RawBuilder<unknown> =>
  sql`insert into analytics.document (team_id, project_id, item_id, revision, objects)
    select kept.team_id, kept.project_id, kept.item_id, kept.revision, counted.objects
    from jsonb_to_recordset(${JSON.stringify(documents)}::jsonb) as counted (item_id int, objects int)
    join ${annotationRows} as kept on kept.team_id = ${context.team.id}::int and kept.project_id = ${projectId}::int
      and kept.item_id = counted.item_id
    on conflict (team_id, item_id) do update set revision = excluded.revision, objects = excluded.objects`;

/** Removes counted documents; their counts go with them. */
const forgetting = (context: RequestContext, itemIds: readonly number[]): RawBuilder<unknown> =>
  sql`delete from analytics.document where team_id = ${context.team.id}::int
    and item_id = any(${[...itemIds]}::int[])`;

const names = (table: TableName) => sql.join(COLUMNS[table].map(each => sql.ref(each)));

function insertion(
  context: RequestContext,
  projectId: number,
  table: CountTable,
  rows: readonly Row[],
): RawBuilder<unknown> {
  const name = sql.table(`analytics.${table}`);
  return sql`insert into ${name} (team_id, project_id, item_id, ${names(table)})
    select ${context.team.id}::int, ${projectId}::int, counted.item_id,
      ${sql.join(COLUMNS[table].map(each => sql.ref(`counted.${each}`)))}
    from jsonb_populate_recordset(null::${name}, ${JSON.stringify(rows)}::jsonb) as counted`;
}

/** Many objects differ in their item and number only: what they share is written once and joined. */
function countInsertion(
  context: RequestContext,
  projectId: number,
  counts: readonly (ObjectCount & { readonly item_id: number })[],
): RawBuilder<unknown> {
  const kinds = new Map<string, object>();
  const placeOf = new Map<string, number>();
  const places = counts.map(({ class_id, type, email, creation, made_on }) => {
    const key = `${class_id}\n${type}\n${email}\n${creation}\n${made_on}`;
    const place = placeOf.get(key) ?? placeOf.size;
    if (place === placeOf.size) {
      placeOf.set(key, place);
      kinds.set(key, { place, class_id, type, email, creation, made_on });
    }
    return place;
  });
  const list = (values: readonly number[]) => sql`string_to_array(${values.join(',')}::text, ',')::int[]`;
  return sql`insert into analytics.object_count (team_id, project_id, item_id, ${names('object_count')})
    select ${context.team.id}::int, ${projectId}::int, counted.item_id, kind.class_id, kind.type, kind.email,
      kind.creation, kind.made_on, counted.objects, counted.disapproved, counted.approved
    from unnest(${list(counts.map(each => each.item_id))}, ${list(places)}, ${list(counts.map(each => each.objects))},
      ${list(counts.map(each => each.disapproved))}, ${list(counts.map(each => each.approved))})
      as counted (item_id, place, objects, disapproved, approved)
    join jsonb_to_recordset(${JSON.stringify([...kinds.values()])}::jsonb)
      as kind (place int, class_id int, type text, email text, creation text, made_on date)
      on kind.place = counted.place`;
}

/** Ids from the start whose documents have at most that many characters together; the first one whatever it has. */
function within(rows: readonly { readonly item_id: number; readonly size: number }[], most: number): readonly number[] {
  let characters = 0;
  const end = rows.findIndex((row, index) => (characters += row.size) > most && index > 0);
  return (end === -1 ? rows : rows.slice(0, end)).map(row => row.item_id);
}
