import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import type { CommentChange } from '../common/comment-changes.ts';
import { commentChanges } from '../common/comment-changes.ts';
import type { AnnotationTables } from './annotation-tables.ts';

/** Compares the comments of items with those before their newest save. */
export class CommentChanges {
  /** Returns the changes of threads by the newest save of items, by item id; items without changes are left out. */
  async ofNewest(
    context: RequestContext,
    itemIds: readonly number[],
  ): Promise<ReadonlyMap<number, readonly CommentChange[]>> {
    const { rows } = await context.transaction((trx: Kysely<AnnotationTables>) =>
      sql<{ item_id: number; before: unknown; after: unknown }>`
        select now.item_id, old.document->'comments' as before, now.document->'comments' as after
        from annotations.annotation as now left join annotations.annotation_version as old
          on old.team_id = now.team_id and old.item_id = now.item_id and old.revision = now.revision - 1
        where now.item_id = any(${[...itemIds]}::int[])
          and now.document->'comments' is distinct from old.document->'comments'`.execute(trx),
    );
    return new Map(
      rows.flatMap(({ item_id, before, after }) => {
        const changes = commentChanges(before, after);
        return changes.length === 0 ? [] : [[item_id, changes] as const];
      }),
    );
  }
}
