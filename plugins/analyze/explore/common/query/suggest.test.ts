import { expect, it } from 'vitest';
import { emptySchema } from './query-schema.ts';
import { suggest } from './suggest.ts';

const schema = {
  ...emptySchema('me@x.io', new Date(0)),
  statuses: [
    { id: 1, name: 'NotStarted' },
    { id: 2, name: 'In review' },
    { id: 3, name: 'Now or never' },
  ],
  roles: [{ id: 2, name: 'QA' }],
  custom: [{ name: 'age', type: 'number' as const }],
};
const texts = (text: string): readonly string[] =>
  suggest(text, text.length, schema).suggestions.map(each => each.text);

it('offers scopes, then fields, then operators, then values', () => {
  expect(texts('')).toContain('instance(');
  expect(texts('inst')).toEqual(['instance(', 'instanceCount(']);
  expect(texts('metadata(sta')).toEqual(['status']);
  expect(texts('metadata(status ')).toContain('IN');
  expect(texts('metadata(status = ')).toEqual(['NotStarted', 'In review', '"Now or never"']);
  expect(texts('metadata(status IN [NotStarted, In')).toEqual(['In review']);
  expect(texts('metadata(status = NotStarted) ')).toEqual(['AND', 'OR', 'ORDER BY', 'LIMIT', 'RANDOM']);
});
it('offers names after a dot', () => {
  expect(texts('assignment.')).toEqual(['assignment.QA(']);
  expect(texts('custom.a')).toEqual(['custom.age']);
});
it('should offer the search by words only where a model compares them with pictures', () => {
  expect(texts('')).not.toContain('semantic(');
  expect(texts('')).toContain('inSubset(');
  const offered = suggest('sem', 3, { ...schema, wordsReason: undefined }).suggestions;
  expect(offered.map(each => each.text)).toEqual(['semantic(']);
});
it('replaces the word that is being typed', () =>
  expect(suggest('metadata(sta', 12, schema)).toMatchObject({ from: 9, to: 12 }));
