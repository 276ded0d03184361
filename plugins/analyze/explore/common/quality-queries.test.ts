import { expect, it } from 'vitest';
import { parseQuery } from './query/parse-query.ts';
import { emptySchema } from './query/query-schema.ts';
import { resolveQuery } from './query/resolve-query.ts';
import { objectChecks, pictureChecks } from './quality-queries.ts';

it.each([...pictureChecks, ...objectChecks])('should be a query without problems: $title', ({ query }) => {
  const parsed = parseQuery(query);
  const resolved = resolveQuery(parsed.query, emptySchema('ana@loupe.test', new Date('2026-01-01')));
  expect([...parsed.problems, ...resolved.problems]).toEqual([]);
});
