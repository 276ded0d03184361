import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { FieldSource } from '#core/data/server/index.ts';
import { annotationRows, listedIn } from '#plugins/annotate/annotations/server/kit/index.ts';

const tagged = (
  matching: RawBuilder<SqlBool>,
  more: RawBuilder<unknown> = sql``,
): RawBuilder<SqlBool> => sql<SqlBool>`exists (select 1 from ${annotationRows} as kept
    cross join lateral jsonb_array_elements(${listedIn(sql`kept.document -> 'instances'`)}) as tagged ${more}
    where kept.team_id = item.team_id and kept.item_id = item.id and tagged.value ->> 'type' = 'tag' and ${matching})`;

/** The classes that items as a whole are said to be of, for lists of items under the name `item`. */
export const tagClassField: FieldSource = {
  kind: 'integer',
  value: sql`(tagged.value ->> 'classId')::int`,
  within: matching => tagged(matching),
};

/** The attribute groups of classes of whole items that hold a value. */
export const answeredField: FieldSource = {
  kind: 'integer',
  value: sql`(answer.value ->> 'groupId')::int`,
  within: matching =>
    tagged(
      sql<SqlBool>`(answer.value ->> 'id' is not null or answer.value ->> 'name' <> '') and ${matching}`,
      sql`cross join lateral jsonb_array_elements(${listedIn(sql`tagged.value -> 'attributes'`)}) as answer`,
    ),
};
