import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { defineQuery, readBodyQuery } from '#core/api/common/index.ts';
import { conditionSql, orderSql } from './query-condition.ts';
import type { QuerySource } from './query-source.ts';

const database = new Kysely<Record<string, never>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: each => new PostgresIntrospector(each),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
const definition = defineQuery({
  fields: { id: 'integer', name: 'text', tags: 'set', updated: 'time', 'people.email': 'email' },
});
const sources: Readonly<Record<string, ReturnType<QuerySource>>> = {
  id: { kind: 'integer', value: sql.ref('item.id') },
  name: { kind: 'text', value: sql.ref('item.name') },
  tags: { kind: 'set', value: sql.ref('item.tags') },
  updated: { kind: 'time', value: sql.ref('item.updated_at') },
  'people.email': {
    kind: 'email',
    value: sql.ref('person.email'),
    within: matching => sql`exists (select 1 from person where ${matching})`,
  },
};
const source: QuerySource = name => sources[name];
const compiled = (search: unknown): { readonly sql: string; readonly parameters: readonly unknown[] } => {
  const { sql: text, parameters } = conditionSql(readBodyQuery({ search }, definition).condition, source).compile(
    database,
  );
  return { sql: text, parameters };
};

describe('a query as SQL', () => {
  it('matches everything without a filter', () => {
    expect(compiled(undefined).sql).toBe('true');
    expect(compiled({}).sql).toBe('true');
  });

  it('joins clauses by and, and alternatives by or, and binds every value', () => {
    expect(
      compiled({ $and: [{ name: { $eq: 'a.jpg' } }, { $or: [{ id: { $in: [1, 2] } }, { id: { $isnull: true } }] }] }),
    ).toEqual({
      sql: '("item"."name" = $1::text and ("item"."id" = any($2::int[]) or "item"."id" is null))',
      parameters: ['a.jpg', [1, 2]],
    });
  });

  it('finds nothing among no values, and everything outside them', () => {
    expect(compiled({ id: { $in: [] } })).toEqual({ sql: '"item"."id" = any($1::int[])', parameters: [[]] });
  });

  it('takes signs of patterns in a text literally', () => {
    expect(compiled({ name: { $cont: '100%_a\\b' } }).parameters).toEqual(['%100\\%\\_a\\\\b%']);
  });

  it('leaves out rows that have such a relation at all when the filter says not', () => {
    expect(compiled({ 'people.email': { $ne: 'A@x.org' } })).toEqual({
      sql: 'not exists (select 1 from person where "person"."email" = $1::text)',
      parameters: ['a@x.org'],
    });
    expect(compiled({ 'people.email': { $isnull: true } }).sql).toBe(
      'not exists (select 1 from person where "person"."email" is not null)',
    );
    expect(compiled({ 'people.email': { $eq: 'a@x.org' } }).sql).toMatch(/^exists/);
  });

  it('matches sets that share an element', () => {
    expect(compiled({ tags: { $in: ['a', 'b'] } })).toEqual({
      sql: '"item"."tags" ?| $1::text[]',
      parameters: [['a', 'b']],
    });
    expect(compiled({ tags: { $notin: ['a'] } }).sql).toBe('not ("item"."tags" ?| $1::text[])');
  });

  it('orders by the asked fields and then by the id, rows without a value last', () => {
    const plan = readBodyQuery({ sort: [{ field: 'name', order: 'DESC' }] }, definition);
    expect(orderSql(plan, source, sql.ref('item.id')).compile(database).sql).toBe(
      '"item"."name" desc nulls last, "item"."id"',
    );
  });
});
