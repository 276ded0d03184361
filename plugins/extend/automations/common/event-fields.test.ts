import { expect, it } from 'vitest';
import type { EventField, FieldType } from './event-fields.ts';
import { eventFields, readValues, UNREADABLE_JSON } from './event-fields.ts';

const field = (type: FieldType, more: Partial<EventField> = {}): EventField => ({
  key: 'value',
  type,
  required: false,
  ...more,
});

it.each([
  ['text', 5],
  ['number', '5'],
  ['number', Infinity],
  ['boolean', 'yes'],
  ['date', '31.12.2026'],
  ['single_select', 'c'],
  ['multi_select', ['a', 'c']],
  ['source', [{ id: 'x', folders: [] }]],
  ['json', UNREADABLE_JSON],
] as const)('should refuse a wrong %s', (type, value) => {
  expect(readValues([field(type, { options: ['a', 'b'] })], { value })).toMatchObject({ problems: [{ key: 'value' }] });
});

it('should fill in null, and name what is missing or has no field', () => {
  expect(readValues([field('text'), field('json', { key: 'more' })], { more: [1] })).toEqual({
    values: { value: null, more: [1] },
  });
  expect(readValues([], {})).toEqual({ values: {} });
  expect(readValues([field('text', { required: true })], { other: 1 })).toEqual({
    problems: [
      { key: 'other', message: 'There is no field “other”. Remove it.' },
      { key: 'value', message: 'value is missing. Fill it in.' },
    ],
  });
});

it('should take fields with different keys, and selections with values', () => {
  const fits = (...fields: readonly unknown[]): boolean => eventFields.safeParse(fields).success;
  expect(fits(field('text'), field('text'))).toBe(false);
  expect(fits(field('single_select'))).toBe(false);
  expect(fits(field('text', { key: '__proto__' }))).toBe(false);
  expect(fits(field('single_select', { options: ['a'] }))).toBe(true);
});
