import { describe, expect, it } from 'vitest';
import { clauseText, oneOf, readClause } from './filter-clause.ts';
import { defineQuery } from './query-definition.ts';
import { readQueryString } from './query-string.ts';

const definition = defineQuery({ fields: { name: { kind: 'text' }, id: { kind: 'number' } } });

describe('clauses of query strings', () => {
  it.each([
    [{ field: 'name', operator: '$cont', values: ['a||b, c'] }, 'a||b, c'],
    [{ field: 'name', operator: '$notin', values: ['Bern, old town', '50%'] }, ['Bern, old town', '50%']],
    [{ field: 'name', operator: '$isnull', values: [] }, undefined],
    [{ field: 'name', operator: '$notnull', values: [] }, undefined],
  ] as const)('should be read as they were written, by pages and by the server: %j', (clause, value) => {
    const text = clauseText(clause);
    expect(readClause(text)).toEqual(clause);
    const { condition } = readQueryString({ filter: [text] }, definition);
    expect(condition).toMatchObject({ parts: [{ field: 'name', operator: clause.operator, value }] });
  });

  it('should name ids', () => expect(oneOf('id', [4, 5])).toBe('id||$in||4,5'));

  it.each(['', 'name', '||$eq||1', 'name||eq||1'])('should not be read from %j', text =>
    expect(readClause(text)).toBeUndefined(),
  );

  it('should leave a list element empty that is no encoded text', () =>
    expect(readClause('name||$in||a,%E0%A4%A')?.values).toEqual(['a', '']));
});
