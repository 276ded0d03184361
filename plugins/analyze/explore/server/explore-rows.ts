import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { inTurns, stepping } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { annotationRows } from '#plugins/annotate/annotations/server/kit/index.ts';
import type { ClassUses } from '#plugins/workspace/classes/common/index.ts';
import type { StoredDocument } from '#plugins/annotate/annotations/server/kit/index.ts';
import { itemRows } from '#plugins/workspace/items/server/kit/index.ts';
import type { ItemCopying } from '#plugins/workspace/items/server/kit/index.ts';
import type { DocumentRows } from '../common/document-rows.ts';
import { takingApart } from '../common/document-rows.ts';
import type { Row, TableName } from './row-tables.ts';
import { FACT, insertion, TABLES } from './row-tables.ts';

type Trx = Kysely<unknown>;

/** Documents whose rows go into one statement. */
export const AT_ONCE = 200;

/** Rows of objects that go into one statement: a few megabytes of JSON. */
const ROWS_AT_ONCE = 2000;

/** Ids of the jobs that last made vectors of a project; undefined for vectors that were never asked for. */
export interface VectorJobs {
  /** Of pictures and objects. */
  readonly pictures: string | undefined;
  readonly texts: string | undefined;
}

/** One instance's row: its item and its place among the item's instances. */
interface InstancePlace {
  readonly item: number;
  readonly position: number;
}

/**
 * The copy's own revision when its origin's rows were up to date; otherwise one that no annotation has, so that it is
 * read again.
 */
const copiedRevision = sql`coalesce((select own.revision from ${annotationRows} as own join ${annotationRows} as first on first.team_id = own.team_id and first.item_id = pair.source
  where own.team_id = origin.team_id and own.item_id = pair.target and first.revision = origin.revision), 0)`;

/** Keeps the rows that queries find in step with the documents, inside the transactions that store them. */
export class ExploreRows {
  /**
   * Rows of stored documents in place of those that were there; none for deleted ones. Inside the caller's transaction.
   * Returns the jobs that last made vectors of the project.
   */
  async store(context: RequestContext, projectId: number, stored: readonly StoredDocument[]): Promise<VectorJobs> {
    let jobs: VectorJobs = { pictures: undefined, texts: undefined };
    for (let start = 0; start < stored.length; start += AT_ONCE)
      jobs = await this.#storePart(context, projectId, stored.slice(start, start + AT_ONCE));
    return jobs;
  }

  /** Returns the number of uses of each class, of a project that is prepared. */
  async classUses(context: RequestContext, projectId: number): Promise<ReadonlyMap<number, ClassUses>> {
    const { rows } = await context.transaction((trx: Trx) =>
      sql<ClassUses & { readonly class_id: number }>`
      select instance.class_id, count(*)::int as objects, count(distinct instance.item_id)::int as items from explore.instance as instance
      join ${itemRows} as item on item.team_id = instance.team_id and item.id = instance.item_id
      where instance.team_id = ${context.team.id}::int and instance.project_id = ${projectId}::int and instance.class_id > 0 and item.deleted_at is null
      group by instance.class_id`.execute(trx),
    );
    return new Map(rows.map(({ class_id: id, objects, items }) => [id, { objects, items }]));
  }

  async #storePart(context: RequestContext, projectId: number, stored: readonly StoredDocument[]): Promise<VectorJobs> {
    return context.transaction(async (trx: Trx) => {
      const team = context.team.id;
      const ids = stored.map(each => each.itemId);
      const known = await sql<{
        id: number | null;
        picture_job: string | null;
        text_job: string | null;
        revision: number | null;
        width: number | null;
        height: number | null;
        digests: Readonly<Record<string, string>> | null;
        others: boolean;
      }>`
        select item.id, sync.job_id as picture_job, sync.text_job_id as text_job, kept.revision, item.width, item.height,
          (select json_object_agg(r.position, r.digest) from explore.instance r where r.team_id = item.team_id and r.item_id = item.id) as digests,
          exists (select from explore.comment r where r.team_id = item.team_id and r.item_id = item.id) or exists (select from explore.component r where r.team_id = item.team_id and r.item_id = item.id) as others
        from unnest(${ids}::int[]) as given (id)
        left join ${itemRows} as item on item.team_id = ${team}::int and item.project_id = ${projectId}::int and item.id = given.id
        left join ${annotationRows} as kept on kept.team_id = item.team_id and kept.item_id = item.id
        left join explore.embedding_sync as sync on sync.team_id = ${team}::int and sync.project_id = ${projectId}::int`.execute(
        trx,
      );
      const byItem = new Map(known.rows.map(row => [row.id, row]));
      const rows: Record<TableName, Row[]> = { instance: [], comment: [], component: [], fact: [] };
      const gone: InstancePlace[] = [];
      for (const { itemId, document } of stored) {
        const item = byItem.get(itemId);
        const digests = item?.digests ?? {};
        const left = new Set(Object.keys(digests));
        if (document !== undefined && item !== undefined) {
          const frame =
            item.width === null || item.height === null ? undefined : { width: item.width, height: item.height };
          const made = new Map<number, string>();
          const own: DocumentRows = await inTurns(
            takingApart(document, frame, (entry, position) => {
              const digest = digestOf(entry, frame);
              made.set(position, digest);
              return digests[position] === digest && left.delete(String(position));
            }),
            setImmediate,
          );
          const added = stepping(own.instances, each => {
            rows.instance.push({ item_id: itemId, ...each, digest: made.get(each['position'] as number) });
          });
          await inTurns(added, setImmediate);
          for (const each of own.comments) rows.comment.push({ item_id: itemId, ...each });
          for (const each of own.components) rows.component.push({ item_id: itemId, ...each });
          rows.fact.push({ item_id: itemId, revision: item.revision ?? 0, ...own.fact });
        }
        for (const position of left) gone.push({ item: itemId, position: Number(position) });
      }
      await this.#write(trx, team, projectId, gone, rows.instance, rows.fact);
      const bare = ids.filter(id => !rows.fact.some(row => row['item_id'] === id));
      if (bare.length > 0)
        await sql`delete from explore.fact where team_id = ${team} and item_id = any(${bare}::int[])`.execute(trx);
      const others = known.rows.some(row => row.others);
      for (const table of ['comment', 'component'] as const)
        await this.#replace(trx, team, projectId, table, ids, rows[table], others);
      const [first] = known.rows;
      return { pictures: first?.picture_job ?? undefined, texts: first?.text_job ?? undefined };
    });
  }

  /** Rows of instances and facts, mostly in one statement: somebody waits for the save that it belongs to. */
  async #write(
    trx: Trx,
    teamId: number,
    projectId: number,
    gone: readonly InstancePlace[],
    instances: readonly Row[],
    facts: readonly Row[],
  ): Promise<void> {
    await this.#writeOnce(trx, teamId, projectId, gone, instances.slice(0, ROWS_AT_ONCE), facts);
    for (let start = ROWS_AT_ONCE; start < instances.length; start += ROWS_AT_ONCE)
      await this.#writeOnce(trx, teamId, projectId, [], instances.slice(start, start + ROWS_AT_ONCE), []);
  }

  async #writeOnce(
    trx: Trx,
    teamId: number,
    projectId: number,
    gone: readonly InstancePlace[],
    instances: readonly Row[],
    facts: readonly Row[],
  ): Promise<void> {
    const removed = sql`delete from explore.instance as old using unnest(${gone.map(each => each.item)}::int[], ${gone.map(each => each.position)}::int[]) as given (item, position)
      where old.team_id = ${teamId}::int and old.item_id = given.item and old.position = given.position`;
    const added = insertion('instance', teamId, projectId, instances);
    const noted = sql`${insertion('fact', teamId, projectId, facts)} on conflict (team_id, item_id) do update set ${sql.join(FACT.map(each => sql`${sql.ref(each)} = ${sql.ref(`excluded.${each}`)}`))}`;
    const parts = [
      ...(gone.length === 0 ? [] : [removed]),
      ...(instances.length === 0 ? [] : [added]),
      ...(facts.length === 0 ? [] : [noted]),
    ];
    const last = parts.pop();
    if (last === undefined) return;
    await (
      parts.length === 0
        ? last
        : sql`with ${sql.join(parts.map((part, index) => sql`${sql.ref(`part${index}`)} as (${part})`))} ${last}`
    ).execute(trx);
  }

  async #replace(
    trx: Trx,
    teamId: number,
    projectId: number,
    table: TableName,
    ids: readonly number[],
    rows: readonly Row[],
    old: boolean,
  ): Promise<void> {
    if (old)
      await sql`delete from ${sql.table(`explore.${table}`)} where team_id = ${teamId} and item_id = any(${[...ids]}::int[])`.execute(
        trx,
      );
    if (rows.length > 0) await insertion(table, teamId, projectId, rows).execute(trx);
  }

  /**
   * Rows of items that became like others of their project; documents that came from another one were stored as new
   * ones. Inside the caller's transaction.
   */
  async copy(context: RequestContext, { projectId, sourceProjectId, pairs }: ItemCopying): Promise<void> {
    if (projectId !== sourceProjectId) return;
    await context.transaction(async (trx: Trx) => {
      const team = context.team.id;
      const replaced = pairs.filter(each => each.replaced).map(each => each.target);
      for (const table of Object.keys(TABLES) as TableName[]) {
        const name = sql.table(`explore.${table}`);
        if (replaced.length > 0)
          await sql`delete from ${name} where team_id = ${team} and item_id = any(${replaced}::int[])`.execute(trx);
        await sql`insert into ${name} (team_id, project_id, item_id, ${sql.join(TABLES[table].map(each => sql.ref(each)))})
          select origin.team_id, ${projectId}::int, pair.target, ${sql.join(TABLES[table].map(each => (each === 'revision' ? copiedRevision : sql.ref(`origin.${each}`))))}
          from unnest(${pairs.map(each => each.source)}::int[], ${pairs.map(each => each.target)}::int[]) as pair (source, target)
          join ${name} as origin on origin.team_id = ${team}::int and origin.item_id = pair.source`.execute(trx);
      }
    });
  }

  /** Adds items that replaced others of their project to the subsets of their sources. Inside the caller's transaction. */
  async copySubsets(context: RequestContext, { projectId, sourceProjectId, pairs }: ItemCopying): Promise<void> {
    const replaced = pairs.filter(each => each.replaced).map(each => each.target);
    if (projectId !== sourceProjectId || replaced.length === 0) return;
    await context.transaction(async (trx: Trx) => {
      const team = context.team.id;
      await sql`insert into explore.subset_item (team_id, project_id, subset_id, item_id)
        select kept.team_id, kept.project_id, kept.subset_id, pair.target from unnest(${pairs.map(each => each.source)}::int[], ${pairs.map(each => each.target)}::int[]) as pair (source, target)
        join explore.subset_item as kept on kept.team_id = ${team}::int and kept.item_id = pair.source where pair.target = any(${replaced}::int[]) on conflict do nothing`.execute(
        trx,
      );
    });
  }
}

/** Names what the row of an entry is made of. */
function digestOf(entry: Row, frame: { readonly width: number; readonly height: number } | undefined): string {
  return createHash('md5')
    .update(JSON.stringify([entry, frame?.width, frame?.height]))
    .digest('base64');
}
