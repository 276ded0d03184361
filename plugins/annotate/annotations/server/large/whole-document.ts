import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { AnnotationTables } from '../annotation-tables.ts';

/**
 * The document of an annotation under the name `alias` as it is now: of a large one that was saved object by object
 * since its document was written, it is put together of its objects.
 */
export const wholeDocument = (alias: string): RawBuilder<unknown> => sql`case when ${sql.ref(`${alias}.behind`)} then (
  select parts.rest || jsonb_build_object('instances', coalesce((
    select jsonb_agg(part.data::jsonb order by part.place, part.id) from annotations.object as part
    where part.team_id = parts.team_id and part.item_id = parts.item_id), '[]'::jsonb))
  from annotations.object_index as parts
  where parts.team_id = ${sql.ref(`${alias}.team_id`)} and parts.item_id = ${sql.ref(`${alias}.item_id`)})
  else ${sql.ref(`${alias}.document`)} end`;

/** Inserts the versions of those annotations that were saved object by object, as far as `condition` holds. */
export const keepingUnfolded = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into annotations.annotation_version (team_id, item_id, revision, document, instance_count, size, updated_by, updated_at)
  select annotation.team_id, annotation.item_id, annotation.revision, ${wholeDocument('annotation')}, annotation.instance_count, annotation.size, annotation.updated_by, annotation.updated_at
  from annotations.annotation as annotation where annotation.behind and ${condition}
  on conflict (team_id, item_id, revision) do nothing`;

/** Keeps the last version of documents that were saved object by object and are about to be replaced. */
export async function keepUnfolded(trx: Kysely<AnnotationTables>, itemIds: readonly number[]): Promise<void> {
  await keepingUnfolded(sql`annotation.item_id = any(${[...itemIds]}::int[])`).execute(trx);
}
