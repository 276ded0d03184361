import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { itemRows } from '#plugins/workspace/items/server/kit/index.ts';

/** Position of the first passage of an item; the others follow downwards. */
export const FIRST_PASSAGE = -2;

/** An item whose text or answers have no passages that are up to date. */
export interface TextTarget {
  readonly item_id: number;
  readonly blob_hash: string | null;
  readonly content_length: number | null;
  /** Names what the passages are made of. */
  readonly source: string;
  readonly answers: readonly { readonly component: string; readonly text: string }[] | null;
}

const ANSWERS = sql`from explore.component as r where r.team_id = item.team_id and r.item_id = item.id and r.text <> ''`;

/** Items of a project with a text or answers, under the names `item`, `target` and `kept`: one target each. */
export const textTargets = (context: RequestContext, projectId: number, provider: string): RawBuilder<unknown> =>
  sql`${itemRows} as item
    cross join lateral (
      select md5(concat_ws(' ', case when item.content_length is not null then item.blob_hash end, answers.text)) as source
      from (select md5(string_agg(r.name || ' ' || r.text, ' ' order by r.name, r.row_number)) as text ${ANSWERS}) as answers
      where (item.content_length is not null and item.blob_hash is not null) or answers.text is not null
    ) as target
    left join explore.embedding as kept on kept.team_id = item.team_id and kept.item_id = item.id and kept.position = ${sql.lit(FIRST_PASSAGE)}
      and kept.source = target.source and kept.provider = ${provider}::text
    where item.team_id = ${context.team.id}::int and item.project_id = ${projectId}::int and item.deleted_at is null`;

/** Returns the next items after one whose passages are missing or out of date. */
export async function nextTexts(
  trx: Kysely<unknown>,
  context: RequestContext,
  projectId: number,
  provider: string,
  after: number,
  most: number,
): Promise<readonly TextTarget[]> {
  const { rows } = await sql<TextTarget>`
    select item.id as item_id, item.blob_hash, item.content_length, target.source,
      (select jsonb_agg(jsonb_build_object('component', r.name, 'text', r.text) order by r.name, r.row_number) ${ANSWERS}) as answers
    from ${textTargets(context, projectId, provider)} and kept.item_id is null and item.id > ${after}::int
    order by item.id limit ${most}`.execute(trx);
  return rows;
}
