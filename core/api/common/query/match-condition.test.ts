import { expect, it } from 'vitest';
import { readQueryString } from './query-string.ts';
import { defineQuery } from './query-definition.ts';
import { matches } from './match-condition.ts';

const definition = defineQuery({ fields: { id: 'integer', name: 'text', createdAt: 'time' } });
const rows = [{ id: 1, name: 'System', createdAt: '2026-01-01T00:00:00.000Z' }, { id: 101, name: 'Two steps', createdAt: '2026-03-01T00:00:00.000Z' }, { id: 102, name: null }];

it.each([
  ['id||$eq||101', [101]], ['id||$in||1,102', [1, 102]], ['id||$notin||1', [101, 102]], ['id||$gt||1', [101, 102]], ['id||$lte||101', [1, 101]],
  ['name||$cont||STEP', [101]], ['name||$starts||sys', [1]], ['name||$ends||steps', [101]], ['name||$excl||step', [1]], ['name||$ne||System', [101]], ['name||$isnull', [102]], ['name||$notnull', [1, 101]],
  ['createdAt||$gte||2026-02-01', [101]],
])('finds rows in memory by %s as the database would', (filter, ids) => {
  expect(rows.filter(row => matches(readQueryString({ filter: [filter] }, definition).condition, row)).map(row => row.id)).toEqual(ids);
});
