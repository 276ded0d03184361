import { expect, it } from 'vitest';
import type { RuleOperator } from './condition-rules.ts';
import { fillPlaceholders, rulesHold, valueAt } from './condition-rules.ts';

const context = {
  after: { name: 'Cat 7', entropy_value: 4, approval_status: null, tags: ['a', 'B'], is_pinned: false },
};

it.each<[string, RuleOperator, string, boolean]>([
  ['after.name', 'equals', 'cat 7', true],
  ['after.name', 'not_equals', 'cat 7', false],
  ['after.name', 'contains', 'AT', true],
  ['after.tags', 'contains', 'b', true],
  ['after.tags', 'contains', 'c', false],
  ['after.entropy_value', 'greater', '3.5', true],
  ['after.entropy_value', 'less', '4', false],
  ['after.approval_status', 'less', '4', false],
  ['after.approval_status', 'empty', '', true],
  ['after.is_pinned', 'not_empty', '', true],
  ['after.constructor', 'empty', '', true],
])('should compare %s %s “%s”', (field, operator, value, holds) => {
  expect(rulesHold({ match: 'all', rules: [{ field, operator, value }] }, context)).toBe(holds);
});

it('should hold when all or any of the rules do', () => {
  const rules = (['Cat 7', 'Dog'] as const).map(value => ({ field: 'after.name', operator: 'equals' as const, value }));
  expect([rulesHold({ match: 'all', rules }, context), rulesHold({ match: 'any', rules }, context)]).toEqual([
    false,
    true,
  ]);
});

it('should read own properties only', () => {
  expect([
    valueAt(context, 'after.name'),
    valueAt(context, '__proto__.x'),
    valueAt(context, 'after.name.length'),
  ]).toEqual(['Cat 7', undefined, undefined]);
});

it('should fill placeholders with values of the event', () => {
  expect(fillPlaceholders('{{after.name}} / {{ after.tags }} / {{missing}}', context)).toBe('Cat 7 / ["a","B"] / ');
});
