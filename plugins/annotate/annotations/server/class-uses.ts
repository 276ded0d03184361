import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ClassUses } from '#plugins/workspace/classes/common/index.ts';
import { itemRows } from '#plugins/workspace/items/server/kit/index.ts';
import { listedIn } from './listed-in.ts';

/**
 * Counts the instances of each class in the stored documents of a project, all of which are read. Asks for no right:
 * the caller did.
 */
export async function countClassUses(
  context: RequestContext,
  projectId: number,
): Promise<ReadonlyMap<number, ClassUses>> {
  const { rows } = await context.transaction((trx: Kysely<unknown>) =>
    sql<ClassUses & { readonly class_id: number }>`
    select (instance.value ->> 'classId')::int as class_id, count(*)::int as objects, count(distinct kept.item_id)::int as items
    from ${itemRows} as item join annotations.annotation as kept on kept.team_id = item.team_id and kept.item_id = item.id
    cross join lateral jsonb_array_elements(${listedIn(sql`kept.document -> 'instances'`)}) as instance
    where item.team_id = ${context.team.id}::int and item.project_id = ${projectId}::int and item.deleted_at is null
      and jsonb_typeof(instance.value -> 'classId') = 'number' and instance.value ->> 'classId' ~ '^[0-9]{1,9}$'
    group by 1`.execute(trx),
  );
  return new Map(rows.map(({ class_id: id, objects, items }) => [id, { objects, items }]));
}
