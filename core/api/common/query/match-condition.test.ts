import { expect, it } from 'vitest';
import { readQueryString } from './query-string.ts';
import { defineQuery } from './query-definition.ts';
import { matches } from './match-condition.ts';

const definition = defineQuery({ fields: { id: 'integer', name: 'text', createdAt: 'time' } });
const rows = [
  { id: 1, name: 'System', createdAt: '2026-01-01T00:00:00.000Z' },
  { id: 101, name: 'Two steps', createdAt: '2026-03-01T00:00:00.000Z' },
  { id: 102, name: null },
];

it.each([
  ['id||$eq||101', [101]],
  ['id||$in||1,102', [1, 102]],
  ['id||$notin||1', [101, 102]],
  ['id||$gt||1', [101, 102]],
  ['id||$lte||101', [1, 101]],
  ['name||$cont||STEP', [101]],
  ['name||$starts||sys', [1]],
  ['name||$ends||steps', [101]],
  ['name||$excl||step', [1]],
  ['name||$ne||System', [101]],
  ['name||$isnull', [102]],
  ['name||$notnull', [1, 101]],
  ['createdAt||$gte||2026-02-01', [101]],
])('finds rows in memory by %s as the database would', (filter, ids) => {
  expect(
    rows.filter(row => matches(readQueryString({ filter: [filter] }, definition).condition, row)).map(row => row.id),
  ).toEqual(ids);
});

it('asks of a list that one element meets, or that none does', () => {
  const several = defineQuery({ fields: { tags: 'set', 'people.email': 'email' } });
  const of = (filter: string): number[] =>
    [
      { id: 1, tags: ['a', 'b'], 'people.email': ['x@x.org'] },
      { id: 2, tags: [], 'people.email': [] },
      { id: 3, 'people.email': ['y@x.org'] },
    ]
      .filter(row => matches(readQueryString({ filter: [filter] }, several).condition, row))
      .map(row => row.id);
  expect(of('tags||$in||b,c')).toEqual([1]);
  expect(of('tags||$notin||b')).toEqual([2]);
  expect(of('tags||$isnull')).toEqual([2, 3]);
  expect(of('people.email||$ne||X@x.org')).toEqual([2, 3]);
});
