import { sql } from 'kysely';
import type { Condition, QueryDefinition } from '#core/api/common/index.ts';
import { readQueryString } from '#core/api/common/index.ts';
import type { FieldSource, QuerySource } from '#core/data/server/index.ts';
import { itemQuery } from '../common/item-query.ts';
import type { VisibleRows } from './item-query.ts';
import { itemSource } from './item-query.ts';

/** Fields that lists have besides those of the wire. */
const own: Readonly<Record<string, FieldSource>> = {
  size: { kind: 'number', value: sql.ref('item.size') },
  width: { kind: 'integer', value: sql.ref('item.width') },
  height: { kind: 'integer', value: sql.ref('item.height') },
  source: { kind: 'integer', value: sql.ref('item.source') },
};

/**
 * Reads clauses `field||operator||value` that all must hold; `more` are fields of other plugins.
 * @throws Fault INVALID_CONDITION (400) naming the field or operator that is not allowed or has a wrong value.
 */
export function listConditions(
  where: readonly string[],
  more: ReadonlyMap<string, FieldSource>,
): Condition | undefined {
  const source = listSource(more, undefined);
  const definition: QueryDefinition = {
    ...itemQuery,
    field(name) {
      const found = itemQuery.field(name);
      if (found !== undefined) return found;
      const own = source(name);
      return own === undefined ? undefined : { kind: own.kind };
    },
  };
  return readQueryString({ filter: where }, definition).condition;
}

/** Returns the sources of the fields of such clauses, over items under the name `item`. */
export const listSource = (more: ReadonlyMap<string, FieldSource>, visible: VisibleRows): QuerySource => {
  const known = itemSource(more, visible);
  return name => (Object.hasOwn(own, name) ? own[name] : known(name));
};
