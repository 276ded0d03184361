import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ItemCopying } from '#plugins/workspace/items/server/kit/index.ts';
import { editorEvents } from '../common/events.ts';
import type { AnnotationTables } from './annotation-tables.ts';
import { keepUnfolded, wholeDocument } from './large/whole-document.ts';

/** Most items one event names. */
const MOST_NAMED = 1000;

/**
 * Gives items the annotations of others of their project, as a new revision of their own; earlier versions stay. A
 * target that is replaced by an item without annotations has none afterwards. A few statements however many items there
 * are; documents never leave the database.
 */
export async function copyAnnotations(context: RequestContext, { projectId, pairs }: ItemCopying): Promise<void> {
  if (pairs.length === 0) return;
  const given = sql`unnest(${pairs.map(each => each.source)}::int[], ${pairs.map(each => each.target)}::int[], ${pairs.map(each => each.replaced)}::boolean[]) as pair (source, target, replaced)`;
  await context.transaction(async (trx: Kysely<AnnotationTables>) => {
    await keepUnfolded(
      trx,
      pairs.map(each => each.target),
    );
    const { rows: written } = await sql<{ item_id: number; revision: number }>`
      insert into annotations.annotation as kept (team_id, project_id, item_id, revision, document, instance_count, size, updated_by, updated_at)
      select origin.team_id, origin.project_id, pair.target, 1, ${wholeDocument('origin')}, origin.instance_count, origin.size, origin.updated_by, now()
      from ${given} join annotations.annotation as origin on origin.item_id = pair.source
      where origin.team_id = ${context.team.id}::int and (origin.document is not null or pair.replaced)
      order by pair.target
      on conflict (team_id, item_id) do update
        set document = excluded.document, instance_count = excluded.instance_count, size = excluded.size, behind = false, updated_by = excluded.updated_by, updated_at = excluded.updated_at, revision = kept.revision + 1
      returning item_id, revision`.execute(trx);
    const { rows: emptied } = await sql<{ item_id: number; revision: number }>`
      update annotations.annotation as kept set document = null, instance_count = 0, size = 0, behind = false, updated_by = ${context.user.email}, updated_at = now(), revision = kept.revision + 1
      from ${given}
      where kept.team_id = ${context.team.id}::int and kept.item_id = pair.target and pair.replaced and kept.document is not null
        and not exists (select from annotations.annotation as origin where origin.team_id = kept.team_id and origin.item_id = pair.source)
      returning kept.item_id, kept.revision`.execute(trx);
    const saved = [...written, ...emptied];
    if (saved.length === 0) return;
    await sql`
      insert into annotations.annotation_version (team_id, item_id, revision, document, instance_count, size, updated_by, updated_at)
      select team_id, item_id, revision, document, instance_count, size, updated_by, updated_at from annotations.annotation
      where team_id = ${context.team.id}::int and item_id = any(${saved.map(row => row.item_id)}::int[])`.execute(trx);
    for (let start = 0; start < saved.length; start += MOST_NAMED)
      await context.publish(editorEvents.annotationsSaved, {
        project_id: projectId,
        saved: saved.slice(start, start + MOST_NAMED),
      });
  });
}
