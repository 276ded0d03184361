import { sql } from 'kysely';
import type { FieldSource } from '#core/data/server/index.ts';
import { attributeGroupRows } from '#plugins/workspace/classes/server/kit/index.ts';
import { listedIn } from './listed-in.ts';

/**
 * Attribute groups in which an object of an item has no value, whether one is demanded or not, without those that it is
 * not asked, for lists of items under the name `item`. Says the same as `missingGroups`.
 */
export const missingValueField: FieldSource = {
  kind: 'integer',
  value: sql.ref('lacking.id'),
  within: matching => sql`exists (select 1 from annotations.annotation as kept
    cross join lateral jsonb_array_elements(${listedIn(sql`kept.document -> 'instances'`)}) as instance
    join ${attributeGroupRows} as lacking on lacking.team_id = kept.team_id and lacking.class_id = (instance.value ->> 'classId')::int
    where kept.team_id = item.team_id and kept.item_id = item.id and ${matching}
      and (lacking.shown_when is null or exists (select 1 from jsonb_array_elements(${listedIn(sql`instance.value -> 'attributes'`)}) as shown
        where shown.value -> 'groupName' = lacking.shown_when -> 'group' and lacking.shown_when -> 'values' @> jsonb_build_array(shown.value -> 'name')))
      and not exists (select 1 from jsonb_array_elements(${listedIn(sql`instance.value -> 'attributes'`)}) as held
        where held.value -> 'groupId' = to_jsonb(lacking.id)
          and case when lacking.group_type in ('radio', 'checklist') then jsonb_typeof(held.value -> 'id') = 'number' and (held.value ->> 'id')::float8 > 0 else held.value ->> 'name' <> '' end))`,
};
