import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { itemRows } from '#plugins/workspace/items/server/kit/index.ts';
import { MEASURED_FILE } from '../pictures/pictures.ts';

/** A picture, or an object of it, whose vector is missing or out of date. */
export interface EmbeddingTarget {
  readonly item_id: number;
  readonly item_width: number;
  readonly file: string;
  /** Position of the object; -1 for the whole picture. */
  readonly position: number;
  readonly x: number | null;
  readonly y: number | null;
  readonly width: number | null;
  readonly height: number | null;
  /** Names what the vector is made of. */
  readonly source: string;
}

/** Pictures and objects of a project that have vectors, under the names `item`, `target` and `kept`. */
export const pictureTargets = (context: RequestContext, projectId: number, provider: string) =>
  sql`${itemRows} as item
    cross join lateral (
      select -1 as position, null::double precision as x, null::double precision as y, null::double precision as width, null::double precision as height, ${MEASURED_FILE} as source
      union all
      select r.position, r.x, r.y, r.width, r.height, md5(concat_ws(' ', ${MEASURED_FILE}, r.x, r.y, r.width, r.height))
      from explore.instance as r where r.team_id = item.team_id and r.item_id = item.id and r.kind = 'object' and r.width > 0 and r.height > 0
    ) as target
    left join explore.embedding as kept on kept.team_id = item.team_id and kept.item_id = item.id and kept.position = target.position
      and kept.source = target.source and kept.provider = ${provider}::text
    where item.team_id = ${context.team.id}::int and item.project_id = ${projectId}::int and item.deleted_at is null and item.width is not null and ${MEASURED_FILE} is not null`;

/** A picture or an object: those of an item follow each other. */
export type TargetPlace = Pick<EmbeddingTarget, 'item_id' | 'position'>;

/** Returns the next pictures and objects after a place that have no vector. */
export async function nextTargets(
  trx: Kysely<unknown>,
  context: RequestContext,
  projectId: number,
  provider: string,
  { item_id: item, position }: TargetPlace,
  most: number,
): Promise<readonly EmbeddingTarget[]> {
  const { rows } = await sql<EmbeddingTarget>`
    select item.id as item_id, item.width as item_width, ${MEASURED_FILE} as file, target.*
    from ${pictureTargets(context, projectId, provider)} and kept.item_id is null
      and (item.id, target.position) > (${item}::int, ${position}::int) order by item.id, target.position limit ${most}`.execute(
    trx,
  );
  return rows;
}

/** Returns the targets of the same picture together. */
export function byPicture(targets: readonly EmbeddingTarget[]): readonly (readonly EmbeddingTarget[])[] {
  const found = new Map<number, EmbeddingTarget[]>();
  for (const each of targets) found.set(each.item_id, [...(found.get(each.item_id) ?? []), each]);
  return [...found.values()];
}
