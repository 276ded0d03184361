import { describe, expect, it } from 'vitest';
import type { FilterField } from '../kit/filter-field.ts';
import { operatorsOf } from '../kit/filter-field.ts';
import { clauseLabel, isComplete, requestClauses } from './filter-clause.ts';

describe('a filter of the data tab', () => {
  it('should ask for a whole day of a moment', () => {
    const begin = new Date(2026, 2, 29).toISOString();
    const end = new Date(2026, 2, 30).toISOString();
    expect(requestClauses('createdAt||$eq||2026-03-29')).toEqual([
      `createdAt||$gte||${begin}`,
      `createdAt||$lt||${end}`,
    ]);
    expect(requestClauses('createdAt||$lt||2026-03-29')).toEqual([`createdAt||$lt||${begin}`]);
    expect(requestClauses('updatedAt||$gt||2026-03-29')).toEqual([`updatedAt||$gte||${end}`]);
    expect(requestClauses('custom_metadata.Day||$gt||2026-03-29')).toEqual(['custom_metadata.Day||$gt||2026-03-29']);
  });

  it('should read as field, operator and value', () => {
    const field: FilterField = {
      name: 'x',
      title: 'Category',
      kind: 'choice',
      empty: true,
      choices: [
        { value: '1', label: 'Bags' },
        { value: '2', label: 'Shoes' },
        { value: '3', label: 'Hats' },
      ],
    };
    expect(clauseLabel({ field: 'x', operator: '$in', values: ['1', '2', '3'] }, field)).toEqual({
      field: 'Category',
      operator: 'is',
      value: 'Bags, Shoes +1',
    });
    expect(clauseLabel({ field: 'x', operator: '$isnull', values: [] }, field)).toEqual({
      field: 'Category',
      operator: 'is empty',
      value: '',
    });
    expect(clauseLabel({ field: 'gone', operator: '$eq', values: ['9'] }, undefined)).toEqual({
      field: 'gone',
      operator: '$eq',
      value: '9',
    });
  });

  it('should need a value except for "is empty"', () => {
    expect(isComplete({ field: 'name', operator: '$cont', values: [' '] })).toBe(false);
    expect(isComplete({ field: 'name', operator: '$isnull', values: [] })).toBe(true);
  });

  it('should offer "is empty" only where a value may be missing', () => {
    expect(operatorsOf({ name: 'x', title: 'X', kind: 'number' }).map(each => each.title)).toEqual([
      '=',
      '≠',
      '>',
      '<',
    ]);
    expect(operatorsOf({ name: 'x', title: 'X', kind: 'day', empty: true }).map(each => each.title)).toEqual([
      'is',
      'before',
      'after',
      'is empty',
    ]);
  });
});
