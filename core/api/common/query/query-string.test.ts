import { describe, expect, it } from 'vitest';
import { defineQuery } from './query-definition.ts';
import { readQueryString } from './query-string.ts';

const definition = defineQuery({ fields: { id: 'integer', name: 'text', pinned: 'flag' }, joins: ['status'] });

describe('a query in a query string', () => {
  it.each([
    ['id||$eq||1', { field: 'id', operator: '$eq', value: 1 }],
    ['id||$in||4,5', { field: 'id', operator: '$in', value: [4, 5] }],
    ['id||$gt||0', { field: 'id', operator: '$gt', value: 0 }],
    ['name||$eq||a||b', { field: 'name', operator: '$eq', value: 'a||b' }],
    ['name||$in||a%2Cb,c', { field: 'name', operator: '$in', value: ['a,b', 'c'] }],
    ['pinned||$eq||True', { field: 'pinned', operator: '$eq', value: true }],
    ['name||$isnull', { field: 'name', operator: '$isnull', value: undefined }],
    ['name||$isnull||true', { field: 'name', operator: '$isnull', value: undefined }],
  ])('reads %s', (filter, expected) => {
    expect(readQueryString({ filter: [filter] }, definition).condition).toEqual({
      kind: 'and',
      parts: [{ kind: 'comparison', ...expected }],
    });
  });

  it('lets filters or alternatives hold', () => {
    expect(readQueryString({ filter: ['id||$eq||1'], or: ['name||$eq||a'] }, definition).condition).toMatchObject({
      kind: 'or',
      parts: [{ kind: 'and' }, { kind: 'and' }],
    });
    expect(readQueryString({ or: ['id||$eq||1', 'name||$eq||a'] }, definition).condition).toMatchObject({
      kind: 'or',
      parts: [{ field: 'id' }, { field: 'name' }],
    });
  });

  it('reads joins, sorts and fields', () => {
    expect(
      readQueryString(
        { join: ['status||id,name'], sort: ['name,DESC', 'id'], fields: 'id,status', limit: 10, offset: 20 },
        definition,
      ),
    ).toEqual({
      condition: undefined,
      joins: [{ field: 'status', select: ['id', 'name'] }],
      sorts: [
        { field: 'name', descending: true },
        { field: 'id', descending: false },
      ],
      fields: ['id', 'status'],
      limit: 10,
      offset: 20,
    });
  });

  it.each([
    [{ filter: ['id||$eq||'] }, 'id'],
    [{ filter: ['id||$eq'] }, 'id'],
    [{ filter: ['id||$eq||one'] }, 'id'],
    [{ filter: ['id'] }, 'filter'],
    [{ or: [''] }, 'or'],
    [{ filter: ['id||$in||1,,2'] }, 'id'],
    [{ filter: ['name||$in||%E0%A4%A'] }, 'name'],
    [{ filter: ['name||$like||a'] }, '$like'],
    [{ join: ['role'] }, 'join'],
    [{ sort: ['id,UP'] }, 'sort'],
    [{ fields: 'id,secret' }, 'fields'],
  ])('refuses %j', (query, name) => {
    expect(() => readQueryString(query, definition)).toThrow(`Invalid ${name} value`);
  });
});
