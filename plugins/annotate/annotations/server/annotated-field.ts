import { sql } from 'kysely';
import type { FieldSource } from '#core/data/server/index.ts';

/** Distinguishes items with annotations in lists of items, under the name `item`. */
export const annotatedField: FieldSource = {
  kind: 'flag',
  value: sql`exists (select 1 from annotations.annotation as annotated where annotated.team_id = item.team_id and annotated.item_id = item.id and annotated.instance_count > 0)`,
};
