import { expect, it } from 'vitest';
import { parseQuery } from './query/parse-query.ts';
import { picturesOf } from './query/pictures-of.ts';
import { emptySchema } from './query/query-schema.ts';
import { resolveQuery } from './query/resolve-query.ts';
import { generalChecks, objectChecks, pictureChecks } from './quality-queries.ts';

it.each([...pictureChecks, ...objectChecks])('should be a query without problems: $title', ({ query }) => {
  const parsed = parseQuery(query);
  const resolved = resolveQuery(parsed.query, emptySchema('ana@loupe.test', new Date('2026-01-01')));
  expect([...parsed.problems, ...resolved.problems]).toEqual([]);
});

it('should check entities of texts by nothing that is measured in pictures', () => {
  const typed = generalChecks.map(({ query }) => {
    const schema = emptySchema('ana@loupe.test', new Date('2026-01-01'));
    return picturesOf(resolveQuery(parseQuery(query).query, schema).query);
  });
  expect(typed.map(each => [each.measured, each.neighbours, each.similar.length])).toEqual([
    [false, false, 0],
    [false, false, 0],
  ]);
});
