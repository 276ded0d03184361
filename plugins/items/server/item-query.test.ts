import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { describe, expect, it } from 'vitest';
import { itemCondition } from './item-query.ts';
import type { ItemTables } from './items-tables.ts';

const database = new Kysely<ItemTables>({ dialect: { createAdapter: () => new PostgresAdapter(), createDriver: () => new DummyDriver(), createIntrospector: each => new PostgresIntrospector(each), createQueryCompiler: () => new PostgresQueryCompiler() } });
const compiled = (search: unknown): { readonly sql: string; readonly parameters: readonly unknown[] } => {
  const { sql, parameters } = database.selectFrom('items.item as item').select('item.id').where(itemCondition(search)).compile();
  return { sql: sql.slice(sql.indexOf('where') + 6), parameters };
};

describe('the body query of items', () => {
  it('matches everything without a filter', () => {
    expect(compiled(undefined).sql).toBe('true');
    expect(compiled({}).sql).toBe('true');
  });

  it('joins clauses by and, and alternatives by or', () => {
    const { sql, parameters } = compiled({ $and: [{ name: { $eq: 'a.jpg' } }, { $or: [{ annotation_status: { $in: [1, 2] } }, { approval_status: { $isnull: true } }] }] });
    expect(sql).toBe('("item"."name" = $1 and ("item"."annotation_status" in ($2, $3) or "item"."approval_status" is null))');
    expect(parameters).toEqual(['a.jpg', 1, 2]);
  });

  it('takes signs of patterns in a text literally', () => {
    expect(compiled({ name: { $cont: '100%_a\\b' } }).parameters).toEqual(['%100\\%\\_a\\\\b%']);
  });

  it('leaves out items that have the assignee at all when the filter says not', () => {
    expect(compiled({ 'assignments.user_id': { $ne: 'a@x.org' } }).sql).toContain('not exists');
    expect(compiled({ 'assignments.user_id': { $eq: 'a@x.org' } }).sql).toMatch(/^exists/);
  });

  it.each([
    [{ secret: { $eq: 1 } }, 'secret'],
    [{ name: { $regex: 'x' } }, '$regex'],
    [{ id: { $eq: 'one' } }, 'id'],
    [{ id: { $in: 'one' } }, 'id'],
    [{ $and: {} }, '$and'],
    [[], 'search'],
  ])('refuses %j by its name', (search, name) => {
    expect(() => compiled(search)).toThrow(`Invalid ${name} value`);
  });

  it('refuses a filter that is nested too deep', () => {
    let search: unknown = { id: { $eq: 1 } };
    for (let depth = 0; depth < 40; depth++) search = { $and: [search] };
    expect(() => compiled(search)).toThrow('Invalid search value');
  });
});
