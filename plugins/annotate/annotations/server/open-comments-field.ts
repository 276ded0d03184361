import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { FieldSource } from '#core/data/server/index.ts';
import { listedIn } from './listed-in.ts';

/** Number of unresolved comments of an item, in statements over items under the name `item`. */
export const openComments: RawBuilder<number> = sql<number>`coalesce((
  select count(*)::int from annotations.annotation as discussed
    cross join lateral jsonb_array_elements(${listedIn(sql`discussed.document -> 'comments'`)}) as comment
  where discussed.team_id = item.team_id and discussed.item_id = item.id
    and comment.value -> 'resolved' is distinct from 'true'::jsonb), 0)`;

/** Number of unresolved comments, for lists of items under the name `item`. */
export const openCommentsField: FieldSource = { kind: 'integer', value: openComments };
