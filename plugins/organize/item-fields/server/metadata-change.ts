import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault, invalidField } from '#core/base/common/index.ts';
import { z } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ItemChangeKind, Items } from '#plugins/workspace/items/server/kit/index.ts';
import { changeValue } from '#plugins/workspace/items/server/kit/index.ts';
import { MOST_FIELDS, valueFits } from '../common/field-spec.ts';
import { isStorable } from './custom-metadata.ts';
import type { CustomMetadata, CustomValues } from './custom-metadata.ts';
import type { CustomMetadataTables } from './custom-metadata-tables.ts';

/** Fields to their new values; null empties one. */
const filling = z.strictObject({
  values: z
    .record(z.string(), z.union([z.string(), z.number(), z.null()]))
    .refine(values => Object.keys(values).length > 0 && Object.keys(values).length <= MOST_FIELDS),
});

/** Values of an item in some fields; null where it has nothing. */
type Filled = Readonly<Record<string, string | number | null>>;

/** Fills or empties fields of many items at once; an undo brings back what was in them. */
export const metadataChange = (metadata: CustomMetadata, items: Items): ItemChangeKind => ({
  access: 'SetItemPriority',
  async open(context, projectId, given, purpose) {
    const value = changeValue(filling, given, 'must be { values: { FIELD: text, number or null } }');
    const schema = await metadata.schema(context, projectId);
    const names = Object.keys(value.values);
    if (purpose === 'change') {
      for (const [name, entry] of Object.entries(value.values)) {
        const spec = schema.get(name);
        if (spec === undefined) throw invalidField(`change.value.values.${name}`, 'is no field of this project');
        if (entry !== null && (!valueFits(entry, spec) || !isStorable(entry)))
          throw invalidField(`change.value.values.${name}`, 'does not fit the field');
      }
    }
    return {
      value,
      async read(rows) {
        const kept = await metadata.of(
          context,
          rows.map(row => row.id),
        );
        return new Map(rows.map(row => [row.id, among(names, kept.get(row.id) ?? {})]));
      },
      wanted: () => among(names, value.values),
      refusals(rows, wanted) {
        // A field may have been taken away since, or takes other values now.
        const fits = (filled: Filled): boolean =>
          Object.entries(filled).every(
            ([name, entry]) => schema.has(name) && (entry === null || valueFits(entry, schema.get(name)!)),
          );
        const lost = new Fault('FIELD_CHANGED', 'The field does not take the former value any more.', { status: 409 });
        return Promise.resolve(
          new Map(
            purpose === 'change'
              ? []
              : rows.filter(row => !fits(wanted.get(row.id) as Filled)).map(row => [row.id, lost]),
          ),
        );
      },
      async write(rows, wanted) {
        const ids = rows.map(row => row.id);
        await write(
          context,
          projectId,
          ids,
          ids.map(id => wanted.get(id) as Filled),
          names,
        );
        await items.touchMany(context, projectId, ids);
      },
    };
  },
});

const among = (names: readonly string[], values: CustomValues | Filled): Filled =>
  Object.fromEntries(names.map(name => [name, Object.hasOwn(values, name) ? values[name]! : null]));

/** Inside the caller's transaction, which holds the items. */
function write(
  context: RequestContext,
  projectId: number,
  ids: readonly number[],
  filled: readonly Filled[],
  names: readonly string[],
): Promise<unknown> {
  const texts = filled.map(each =>
    JSON.stringify(Object.fromEntries(Object.entries(each).filter(([, value]) => value !== null))),
  );
  return context.transaction((trx: Kysely<CustomMetadataTables>) =>
    sql`insert into item_fields.item_value as kept (team_id, project_id, item_id, data)
    select ${context.team.id}::int, ${projectId}::int, given.id, given.data::jsonb from unnest(${[...ids]}::int[], ${texts}::text[]) as given (id, data)
    on conflict (team_id, item_id) do update set data = (kept.data - ${[...names]}::text[]) || excluded.data`.execute(
      trx,
    ),
  );
}
