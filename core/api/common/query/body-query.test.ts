import { describe, expect, it } from 'vitest';
import { readBodyQuery } from './body-query.ts';
import { defineQuery } from './query-definition.ts';

const definition = defineQuery({
  fields: {
    id: 'integer',
    name: 'text',
    score: 'number',
    pinned: 'flag',
    createdAt: 'time',
    secret: { kind: 'text', filter: false, sort: false },
  },
  dynamic: name => (/^custom\.\d+$/.test(name) ? { kind: 'number' } : undefined),
  joins: ['people'],
  limit: { standard: 100, most: 2000 },
});
const read = (query: Readonly<Record<string, unknown>>): ReturnType<typeof readBodyQuery> =>
  readBodyQuery(query, definition);

describe('the body query', () => {
  it('reads search, joins, fields, limit and offset', () => {
    expect(
      read({
        limit: 5000,
        offset: 40,
        search: { id: { $in: [1] } },
        join: [{ field: 'people', select: ['id'] }],
        fields: ['id', 'people'],
        sort: [{ field: 'name', order: 'DESC' }],
      }),
    ).toEqual({
      condition: { kind: 'comparison', field: 'id', operator: '$in', value: [1] },
      joins: [{ field: 'people', select: ['id'] }],
      sorts: [{ field: 'name', descending: true }],
      fields: ['id', 'people'],
      limit: 2000,
      offset: 40,
    });
  });

  it('takes null for limit and offset as all', () => {
    expect(read({ limit: null, offset: null })).toMatchObject({ condition: undefined, limit: 100, offset: 0 });
  });

  it('takes a list of one for operators of order', () => {
    expect(read({ search: { score: { $gte: [2.5] } } }).condition).toMatchObject({ operator: '$gte', value: 2.5 });
  });

  it('knows fields by rule', () => {
    expect(read({ search: { 'custom.7': { $eq: 1738671238758.9998 } } }).condition).toMatchObject({
      field: 'custom.7',
      value: 1738671238758.9998,
    });
  });

  it.each([
    ['an unknown field', { search: { password: { $eq: 'a' } } }, 'password'],
    ['a field that may not be filtered', { search: { secret: { $eq: 'a' } } }, 'secret'],
    ['an inherited name', { search: { constructor: { $eq: 'a' } } }, 'constructor'],
    ['an unknown operator', { search: { name: { $regex: 'x' } } }, '$regex'],
    ['an operator that does not fit the field', { search: { pinned: { $cont: 'x' } } }, '$cont'],
    ['a value of another type', { search: { id: { $eq: 'one' } } }, 'id'],
    ['no list where one is needed', { search: { id: { $in: 1 } } }, 'id'],
    ['a number out of range', { search: { id: { $eq: 2 ** 40 } } }, 'id'],
    ['a text with a zero byte', { search: { name: { $eq: 'a\0' } } }, 'name'],
    ['no date', { search: { createdAt: { $gt: 'soon' } } }, 'createdAt'],
    ['no list of alternatives', { search: { $and: {} } }, '$and'],
    ['a list for a search', { search: [] }, 'search'],
    ['a relation that cannot be joined', { join: [{ field: 'sessions' }] }, 'join'],
    ['an order of no field', { sort: [{ field: 'sql', order: 'ASC' }] }, 'sort'],
    ['an order that is none', { sort: [{ field: 'id', order: 'UP' }] }, 'sort'],
    ['fields that are not there', { fields: ['password'] }, 'fields'],
    ['a negative offset', { offset: -1 }, 'offset'],
  ])('refuses %s by its name', (_, query, name) => {
    expect(() => read(query)).toThrow(`Invalid ${name} value`);
  });

  it('refuses a filter that is nested too deep', () => {
    let search: unknown = { id: { $eq: 1 } };
    for (let depth = 0; depth < 40; depth++) search = { $and: [search] };
    expect(() => read({ search })).toThrow('Invalid search value');
  });

  it('takes a key named __proto__ as a field it does not know', () => {
    expect(() => read({ search: JSON.parse('{"__proto__":{"$eq":1}}') as unknown })).toThrow('Invalid __proto__ value');
  });
});
