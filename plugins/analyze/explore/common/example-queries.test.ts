import { describe, expect, it } from 'vitest';
import { exampleQueries } from './example-queries.ts';
import { parseQuery } from './query/parse-query.ts';
import { emptySchema } from './query/query-schema.ts';
import { resolveQuery } from './query/resolve-query.ts';

const known = (classes: readonly string[], statuses: readonly string[]) => [
  { scope: 'instance', name: 'className', values: classes },
  { scope: 'metadata', name: 'status', values: statuses },
];

describe('example queries', () => {
  it('are made of the classes and statuses of a project, and can be run', () => {
    const names = { classes: ['Traffic light', 'Fish AND chips'], statuses: ['Not started', 'In "review"', 'none'] };
    const schema = {
      ...emptySchema('nora@north.test', new Date()),
      statuses: names.statuses.map((name, id) => ({ id, name })),
      classes: names.classes.map((name, id) => ({ id, name, type: 1, groups: [] })),
    };
    const examples = exampleQueries(known(names.classes, names.statuses));
    expect(examples).toHaveLength(6);
    for (const each of examples) {
      const { query, problems } = parseQuery(each);
      expect([each, ...problems, ...resolveQuery(query, schema).problems]).toEqual([each]);
      expect(each).toMatch(/Traffic light|Not started|In \\"review/);
    }
  });

  it('are as many as there is something to make them of', () => {
    expect(exampleQueries([])).toEqual([]);
    expect(exampleQueries(known([], ['New']))).toEqual(['status = New', 'status != New AND updatedAt >= daysAgo(7)']);
    expect(exampleQueries(known(['Car'], []))).toHaveLength(2);
  });
});
