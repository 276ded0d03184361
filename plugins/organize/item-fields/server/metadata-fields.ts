import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { FieldSource } from '#core/data/server/index.ts';
import type { FieldSpec } from '../common/field-spec.ts';
import type { CustomValues } from './custom-metadata.ts';

/**
 * Returns the sources of the fields of a project in queries on items (`custom_metadata.NAME`), over items under the
 * name `item`.
 */
export function metadataFields(schema: ReadonlyMap<string, FieldSpec>): ReadonlyMap<string, FieldSource> {
  return new Map(
    [...schema].map(([name, spec]): [string, FieldSource] => [
      `custom_metadata.${name}`,
      {
        kind: spec.type === 'number' ? 'number' : 'text',
        value: valueOf(name, spec),
        within: matching =>
          sql`exists (select 1 from item_fields.item_value as described where described.team_id = item.team_id and described.item_id = item.id and ${matching})`,
      },
    ]),
  );
}

/** The metadata of an item, over items under the name `item`. */
export const metadataOfItem: RawBuilder<CustomValues | null> = sql`(select kept.data from item_fields.item_value as kept where kept.team_id = item.team_id and kept.item_id = item.id)`;

function valueOf(name: string, { type, format }: FieldSpec): FieldSource['value'] {
  if (type === 'number') return sql`(described.data ->> ${name}::text)::double precision`;
  // Months and days may have one digit; with two they compare as text.
  if (format === 'date') return sql`regexp_replace(described.data ->> ${name}::text, '-(\\d)(?=-|$)', '-0\\1', 'g')`;
  return sql`described.data ->> ${name}::text`;
}
