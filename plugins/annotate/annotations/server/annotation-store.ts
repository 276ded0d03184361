import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { conflict, invalidField } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import type { AnnotationTables } from './annotation-tables.ts';
import { keepingUnfolded, keepUnfolded } from './large/whole-document.ts';

/** Versions kept of an item, and for how many days; the newest stays whatever its age. */
const VERSIONS = 20;
const VERSION_DAYS = 30;

/** One save as it is written. */
export interface AnnotationWrite {
  /** Names the save; the same one again does nothing. */
  readonly op?: string | undefined;
  /** The revision the document was made on; undefined writes over whatever is there. */
  readonly base?: number | undefined;
  /** Null deletes the annotations; earlier versions stay. */
  readonly json: string | null;
  readonly instanceCount: number;
}

/** One document of many that are written at once. */
export interface ManyWrite {
  readonly itemId: number;
  /** Names the write; the same one again does nothing. */
  readonly op?: string | undefined;
  /**
   * The revision the document was made on. Either all of many have one, and those that are on another now are left
   * alone, or none.
   */
  readonly base?: number | undefined;
  /** Null deletes the annotations; earlier versions stay. */
  readonly json: string | null;
  readonly instanceCount: number;
  /** E-mail of who made the document; the caller when absent. */
  readonly by?: string;
  /** Time of the document; now when absent. */
  readonly at?: Date;
}

/** Rows, and characters of their documents, that go into one statement. */
const MANY_ROWS = 100;
const MANY_CHARACTERS = 1024 * 1024;

/** Writes annotations: look the operation up, change on condition of the base, keep the version, keep the operation. */
export class AnnotationStore {
  /**
   * The revision that an operation stored; undefined when it was not done. Throws INVALID_FIELD for one of another
   * item.
   */
  async done(context: RequestContext, itemId: number, op: string): Promise<number | undefined> {
    const row = await context.transaction((trx: Kysely<AnnotationTables>) =>
      trx
        .selectFrom('annotations.annotation_operation')
        .select(['item_id', 'revision'])
        .where('op', '=', op)
        .executeTakeFirst(),
    );
    if (row !== undefined && row.item_id !== itemId) throw invalidField('op', 'was used for another item');
    return row?.revision;
  }

  /** @throws Fault CONFLICT (409) with `{ revision, updatedBy, updatedAt }` when the base is not the newest. */
  async write(
    context: RequestContext,
    item: ItemRow,
    write: AnnotationWrite,
  ): Promise<{ readonly revision: number; readonly replayed: boolean }> {
    return context.transaction(async (trx: Kysely<AnnotationTables>) => {
      const revision = await this.#put(trx, context, item, write);
      if (revision !== undefined) return { revision, replayed: false };
      // The same operation may have been done before, or under way in another request; its row lock has just been
      // waited for.
      const replayed = write.op === undefined ? undefined : await this.done(context, item.id, write.op);
      if (replayed !== undefined) return { revision: replayed, replayed: true };
      const now = await trx
        .selectFrom('annotations.annotation')
        .select(['revision', 'updated_by', 'updated_at'])
        .where('item_id', '=', item.id)
        .executeTakeFirst();
      throw conflict({
        revision: now?.revision ?? 0,
        updatedBy: now?.updated_by,
        updatedAt: now?.updated_at.toISOString(),
      });
    });
  }

  /** The revisions that operations stored, by their names without dashes; those that were not done are left out. */
  async doneMany(context: RequestContext, ops: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await context.transaction((trx: Kysely<AnnotationTables>) =>
      trx
        .selectFrom('annotations.annotation_operation')
        .select(['op', 'revision'])
        .where(sql<boolean>`op = any(${[...ops]}::uuid[])`)
        .execute(),
    );
    return new Map(rows.map(row => [row.op.replaceAll('-', ''), row.revision]));
  }

  /**
   * Writes documents of different items of one project; returns the new revisions by item id, without those whose
   * operation was done before and those on another revision than their base. In the open transaction, or one of its
   * own.
   */
  async writeMany(
    context: RequestContext,
    projectId: number,
    writes: readonly ManyWrite[],
  ): Promise<ReadonlyMap<number, number>> {
    return context.transaction(async (trx: Kysely<AnnotationTables>) => {
      const named = writes.flatMap(({ op }) => op ?? []);
      const done = named.length === 0 ? new Map<string, number>() : await this.doneMany(context, named);
      // Always in this order, so that two writers of the same items wait for one another instead of for each other.
      const ordered = writes
        .filter(write => write.op === undefined || !done.has(write.op.replaceAll('-', '')))
        .toSorted((one, other) => one.itemId - other.itemId);
      const revisions = new Map<number, number>();
      await keepUnfolded(
        trx,
        ordered.map(({ itemId }) => itemId),
      );
      for (let start = 0; start < ordered.length;) {
        const part = partOf(ordered, start);
        start += part.length;
        const now = new Date();
        const rows = await trx
          .insertInto('annotations.annotation')
          .values(
            part.map(({ itemId, base, json, instanceCount, by = context.user.email, at = now }) => ({
              team_id: context.team.id,
              project_id: projectId,
              item_id: itemId,
              revision: (base ?? 0) + 1,
              document: json,
              instance_count: instanceCount,
              size: json?.length ?? 0,
              updated_by: by,
              updated_at: at,
            })),
          )
          .onConflict(clash =>
            clash
              .columns(['team_id', 'item_id'])
              .doUpdateSet(({ ref }) => ({
                document: ref('excluded.document'),
                instance_count: ref('excluded.instance_count'),
                size: ref('excluded.size'),
                behind: false,
                updated_by: ref('excluded.updated_by'),
                updated_at: ref('excluded.updated_at'),
                revision: sql`annotations.annotation.revision + 1`,
              }))
              .where(
                part[0]!.base === undefined
                  ? sql<boolean>`true`
                  : sql<boolean>`annotations.annotation.revision = excluded.revision - 1`,
              ),
          )
          .returning(['item_id', 'revision'])
          .execute();
        await this.#keepVersions(
          trx,
          rows.map(row => row.item_id),
          rows.filter(row => row.revision > 1).map(row => row.item_id),
        );
        for (const row of rows) revisions.set(row.item_id, row.revision);
        const noted = part.flatMap(({ itemId, op }) =>
          op === undefined || !revisions.has(itemId)
            ? []
            : [{ team_id: context.team.id, op, item_id: itemId, revision: revisions.get(itemId)! }],
        );
        if (noted.length > 0)
          await trx
            .insertInto('annotations.annotation_operation')
            .values(noted)
            .onConflict(clash => clash.columns(['team_id', 'op']).doNothing())
            .execute();
      }
      return revisions;
    });
  }

  async #keepVersions(
    trx: Kysely<AnnotationTables>,
    itemIds: readonly number[],
    known: readonly number[],
  ): Promise<void> {
    await trx
      .insertInto('annotations.annotation_version')
      .columns(['team_id', 'item_id', 'revision', 'document', 'instance_count', 'size', 'updated_by', 'updated_at'])
      .expression(
        trx
          .selectFrom('annotations.annotation')
          .select(['team_id', 'item_id', 'revision', 'document', 'instance_count', 'size', 'updated_by', 'updated_at'])
          .where(sql<boolean>`item_id = any(${[...itemIds]}::int[])`),
      )
      .execute();
    if (known.length === 0) return;
    await trx
      .deleteFrom('annotations.annotation_version as old')
      .using('annotations.annotation as now')
      .whereRef('now.team_id', '=', 'old.team_id')
      .whereRef('now.item_id', '=', 'old.item_id')
      .where(sql<boolean>`old.item_id = any(${[...known]}::int[])`)
      .whereRef('old.revision', '<', 'now.revision')
      .where(
        sql<boolean>`(old.revision <= now.revision - ${VERSIONS}::int or old.updated_at < now() - make_interval(days => ${VERSION_DAYS}))`,
      )
      .execute();
  }

  /**
   * The new revision; undefined when the base is not the newest. One statement: people wait for every round trip of a
   * save.
   */
  async #put(
    trx: Kysely<AnnotationTables>,
    context: RequestContext,
    item: ItemRow,
    { op, base, json, instanceCount }: AnnotationWrite,
  ): Promise<number | undefined> {
    const team = context.team.id;
    const content = sql`${json}::jsonb, ${instanceCount}::int, ${json?.length ?? 0}::int, ${context.user.email}::text, ${new Date()}::timestamptz`;
    const added = sql`insert into annotations.annotation (team_id, project_id, item_id, revision, document, instance_count, size, updated_by, updated_at)
      values (${team}::int, ${item.project_id}::int, ${item.id}::int, 1, ${content})`;
    const replaced = sql`(document, instance_count, size, updated_by, updated_at, revision, behind)`;
    const saving =
      base === 0
        ? sql`${added} on conflict (team_id, item_id) do nothing`
        : base === undefined
          ? sql`${added} on conflict (team_id, item_id) do update set ${replaced} = (excluded.document, excluded.instance_count, excluded.size, excluded.updated_by, excluded.updated_at, annotations.annotation.revision + 1, false)`
          : sql`update annotations.annotation set ${replaced} = row(${content}, revision + 1, false) where item_id = ${item.id}::int and revision = ${base}::int`;
    const expired = sql`now() - make_interval(days => ${VERSION_DAYS}::int)`;
    const { rows } = await sql<{ revision: number; noted: boolean }>`
      with unfolded as (${keepingUnfolded(sql`annotation.item_id = ${item.id}::int and (${base ?? null}::int is null or annotation.revision = ${base ?? null}::int)`)}),
      saved as (${saving} returning team_id, item_id, revision, document, instance_count, size, updated_by, updated_at),
      kept as (insert into annotations.annotation_version (team_id, item_id, revision, document, instance_count, size, updated_by, updated_at) select * from saved),
      old as (delete from annotations.annotation_version version using saved where version.team_id = saved.team_id and version.item_id = saved.item_id
        and version.revision < saved.revision and (version.revision <= saved.revision - ${VERSIONS}::int or version.updated_at < ${expired})),
      noted as (insert into annotations.annotation_operation (team_id, op, item_id, revision) select team_id, ${op ?? null}::uuid, item_id, revision from saved where ${op ?? null}::uuid is not null on conflict (team_id, op) do nothing returning op),
      forgotten as (delete from annotations.annotation_operation operation using saved where operation.team_id = saved.team_id and operation.item_id = saved.item_id and operation.created_at < ${expired})
      select revision, exists (select from noted) as noted from saved`.execute(trx);
    const [row] = rows;
    if (row !== undefined && op !== undefined && !row.noted) throw invalidField('op', 'was used for another item');
    return row?.revision;
  }
}

function partOf(writes: readonly ManyWrite[], start: number): readonly ManyWrite[] {
  let end = start;
  let characters = 0;
  while (
    end < writes.length &&
    end - start < MANY_ROWS &&
    (end === start || characters + (writes[end]!.json?.length ?? 0) <= MANY_CHARACTERS)
  ) {
    characters += writes[end]!.json?.length ?? 0;
    end += 1;
  }
  return writes.slice(start, end);
}
