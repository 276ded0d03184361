import type { RawBuilder, SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { QueryDefinition } from '#core/api/common/index.ts';
import { readQueryString } from '#core/api/common/index.ts';
import type { FieldSource } from '#core/data/server/index.ts';
import { conditionSql } from '#core/data/server/index.ts';
import { itemQuery } from '../common/item-query.ts';
import { assignedSource, itemSource } from './item-query.ts';

/** Fields that lists have besides those of the wire. */
const own: Readonly<Record<string, FieldSource>> = {
  size: { kind: 'number', value: sql.ref('item.size') },
  width: { kind: 'integer', value: sql.ref('item.width') },
  height: { kind: 'integer', value: sql.ref('item.height') },
  source: { kind: 'integer', value: sql.ref('item.source') },
};

/** `assignments.ROLE.user_id`: who is assigned in one role. */
const inRole = (name: string): FieldSource | undefined => {
  const [, role] = /^assignments\.(\d{1,5})\.user_id$/.exec(name) ?? [];
  return role === undefined ? undefined : assignedSource(Number(role));
};

/** True when a clause asks who is assigned. */
export const asksForPeople = (where: readonly string[]): boolean => where.some(each => each.startsWith('assignments.'));

/**
 * Clauses `field||operator||value` that all must hold, over items under the name `item`; `more` are fields of other plugins.
 * @throws Fault INVALID_CONDITION (400) naming the field or operator that is not allowed or has a wrong value.
 */
export function listConditions(where: readonly string[], more: ReadonlyMap<string, FieldSource>): RawBuilder<SqlBool> {
  const added = (name: string): FieldSource | undefined => (Object.hasOwn(own, name) ? own[name] : inRole(name) ?? more.get(name));
  const definition: QueryDefinition = {
    ...itemQuery,
    field(name) {
      const source = added(name);
      return source === undefined ? itemQuery.field(name) : { kind: source.kind };
    },
  };
  const known = itemSource(more);
  return conditionSql(readQueryString({ filter: where }, definition).condition, name => added(name) ?? known(name));
}
