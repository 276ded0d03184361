import { expect, it } from 'vitest';
import { parseQuery } from './query/parse-query.ts';
import { subsetComparison } from './subset-comparison.ts';

it('should write queries that can be parsed for any names', () => {
  for (const { query } of subsetComparison('Train "A" \\ 1', 'none, or AND'))
    expect(parseQuery(query).problems, query).toEqual([]);
});
