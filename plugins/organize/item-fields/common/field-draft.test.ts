import { expect, it } from 'vitest';
import type { FieldDraft } from './field-draft.ts';
import { draftProblem, kindOf, limitsText, specOf } from './field-draft.ts';

const draft = (change: Partial<FieldDraft>): FieldDraft => ({ name: 'Field', kind: 'text', choices: '', ...change });

it.each([
  [draft({}), { type: 'string' }],
  [draft({ kind: 'date' }), { type: 'string', format: 'date' }],
  [
    draft({ kind: 'email', choices: 'a@x.io\n\n b@x.io ' }),
    { type: 'string', format: 'email', enum: ['a@x.io', 'b@x.io'] },
  ],
  [
    draft({ kind: 'number', minimum: 0, maximum: 9, choices: '1\n2' }),
    { type: 'number', minimum: 0, maximum: 9, enum: [1, 2] },
  ],
  [draft({ kind: 'text', minimum: 3 }), { type: 'string' }],
])('should make the field of %j', (given, spec) => {
  expect(specOf(given)).toEqual(spec);
  expect(kindOf(specOf(given))).toBe(given.kind);
});

it.each([
  [{ type: 'number', minimum: 0, maximum: 9 }, '0 to 9'],
  [{ type: 'number', minimum: 0 }, 'at least 0'],
  [{ type: 'string', enum: ['red', 'green'] }, 'one of red, green'],
  [{ type: 'string' }, ''],
] as const)('should describe the limits of %j', (spec, text) => expect(limitsText(spec)).toBe(text));

it.each([
  [draft({ name: ' ' }), 'Give the field a name.'],
  [draft({ name: 'Taken' }), 'A field with this name is here already.'],
  [draft({ kind: 'number', choices: '1\ntwo' }), '“two” is no number.'],
  [draft({ kind: 'date', choices: '2026-02-30' }), '“2026-02-30” is no day like 2026-01-31.'],
  [
    draft({ kind: 'number', minimum: 5, maximum: 1 }),
    'Maximum spec value of Field can not be less than minimum value.',
  ],
  [draft({ choices: 'red\nred' }), 'Spec values of Field should be unique.'],
  [draft({}), undefined],
])('should say of %j: %s', (given, problem) => expect(draftProblem(given, new Set(['Taken']))).toBe(problem));
