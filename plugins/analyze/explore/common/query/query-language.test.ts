import { assert, constantFrom, integer, oneof, option, property, record, string, array } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '#tests/support/run-plan.ts';
import type { Query, Range } from './expression.ts';
import { parseQuery } from './parse-query.ts';
import { printQuery } from './print-query.ts';
import { emptySchema } from './query-schema.ts';
import type { QuerySchema } from './query-schema.ts';
import { expression } from './query-arbitraries.support.ts';
import { resolveQuery } from './resolve-query.ts';

const range: Range = [0, 0];
const schema: QuerySchema = {
  ...emptySchema('me@x.io', new Date('2026-03-15T12:00:00Z')),
  statuses: [
    { id: 1, name: 'NotStarted' },
    { id: 5, name: 'Completed' },
  ],
  roles: [
    { id: 1, name: 'Annotator' },
    { id: 2, name: 'QA' },
  ],
  classes: [
    {
      id: 7,
      name: 'Car',
      type: 1,
      groups: [{ id: 8, name: 'Color', type: 'radio', attributes: [{ id: 9, name: 'Black' }] }],
    },
  ],
  custom: [{ name: 'age', type: 'number' }],
  folders: [{ id: 3, name: 'root' }],
};
const problems = (text: string): readonly string[] => {
  const parsed = parseQuery(text);
  return (parsed.problems.length > 0 ? parsed.problems : resolveQuery(parsed.query, schema).problems).map(
    each => each.message,
  );
};

/** The same without places, which printing does not keep. */
const placeless = (query: Query): unknown =>
  JSON.parse(JSON.stringify(query, (key, value: unknown) => (key === 'range' ? undefined : value)));

describe('reading and printing', () => {
  it('gives the same tree again, whatever was printed', () => {
    assert(
      property(
        expression,
        option(record({ count: integer({ min: 0, max: 99 }), offset: integer({ min: 0, max: 9 }) }), {
          nil: undefined,
        }),
        (condition, limit) => {
          const query: Query = {
            condition,
            order: [{ key: { names: ['name'], range }, descending: true }],
            ...(limit === undefined ? {} : { limit }),
          };
          const text = printQuery(query);
          const { query: again, problems: found } = parseQuery(text);
          if (found.some(each => ['TOO_LONG', 'TOO_DEEP', 'TOO_MANY_TERMS'].includes(each.code))) return;
          expect(found, text).toEqual([]);
          expect(placeless(again), text).toEqual(placeless(query));
        },
      ),
      { numRuns: runsOf(2_000) },
    );
  });

  it('never throws, whatever the text', () => {
    assert(
      property(
        oneof(
          string({ unit: 'binary' }),
          array(
            constantFrom(
              'metadata',
              '(',
              ')',
              '[',
              ']',
              'AND',
              'OR',
              'NOT',
              '=',
              'status',
              ',',
              '"',
              'ORDER',
              'BY',
              'LIMIT',
              '5',
              '{',
              '}',
              'instance.none(',
              'now()',
            ),
          ).map(words => words.join(' ')),
        ),
        text => {
          const { query, problems: found } = parseQuery(text);
          if (found.length === 0) resolveQuery(query, schema);
        },
      ),
      { numRuns: runsOf(3_000) },
    );
  });

  it('takes keywords in any case, comments, and both spellings of signs', () => {
    expect(
      printQuery(
        parseQuery(
          'metadata( name == a ) and not comments(resolved<>true) -- only these\n order by name desc, instanceCount() limit 5 offset 2',
        ).query,
      ),
    ).toBe('metadata(name = a) AND NOT comment(resolved != true) ORDER BY name DESC, instanceCount() LIMIT 5 OFFSET 2');
    expect(printQuery(parseQuery('priority => 5 AND priority =< 9 RANDOM (20, 7)').query)).toBe(
      'priority >= 5 AND priority <= 9 RANDOM (20, 7)',
    );
  });
});

describe('problems', () => {
  it.each([
    ['instance(clasName = Car)', ['Unknown field “clasName” in instance. Did you mean “className”?']],
    ['metadata(name = )', ['Expected a value after =']],
    ['metadata(name = a', ['“)” is missing']],
    ['metadata(status = "not started") AND changed(status, "Not Started", Completed)', []],
    ['metadata(status = Done)', ['Status “Done” does not exist in this workflow']],
    ['metadata(status = Complete)', ['Status “Complete” does not exist in this workflow. Did you mean “Completed”?']],
    ['metadata(name IN a)', ['IN needs a list, e.g. [a, b]']],
    ['metadata(name CONTAINS none)', ['Invalid name value']],
    [
      'metadata(width = = ) AND metadata(status = ) OR instance(',
      ['Expected a value after =', 'Expected a value after =', '“)” is missing', 'Expected a condition'],
    ],
    ['height > 1.2 * width', ['“*” is not part of the query language. Put values that contain it in quotes']],
    ['width > wide', ['width needs a number, e.g. 10']],
    ['createdAt > yesterday', ['createdAt needs a date, e.g. 2026-03-01 or daysAgo(7)']],
    ['pinned > true', ["> can't be used with pinned"]],
    ['custom.agee > 3', ['Unknown field “agee” in custom. Did you mean “age”?']],
    ['assignment.Qa2(email = a)', ['Role “Qa2” does not exist in this workflow. Did you mean “QA”?']],
    ['timeSpent > 5', ['Unknown field “metadata.timeSpent”: it needs time tracking, which is not installed here']],
    ['score.Quality(value > 4)', ['Unknown field “score”: it needs scores of items, which is not installed here']],
    ['createdBy = a', ['“createdBy” is a field of instance and comment. Say which, e.g. instance(createdBy = …)']],
    ['name MATCHES "(a+)+"', ["The pattern can't be used: what is repeated cannot hold repetitions itself"]],
    ['name MATCHES "(.)\\\\1"', ["The pattern can't be used: references to earlier groups cannot be used"]],
    [`${'('.repeat(17)}name = a${')'.repeat(17)}`, ['Brackets are nested more than 16 deep']],
    [Array.from({ length: 65 }, () => 'name = a').join(' AND '), ['A query has at most 64 conditions']],
    [`name = ${'a'.repeat(9000)}`, ['A query has at most 8 KiB']],
    [`id IN [${Array.from({ length: 501 }, (_, index) => index).join(', ')}]`, ['A list has at most 500 entries']],
  ])('%s', (text, expected) => expect(problems(text).slice(0, 4)).toEqual(expected));

  it('lets lists of names be long, as the public client sends them for subsets', () => {
    expect(
      problems(
        `metadata(name IN [${Array.from({ length: 5000 }, (_, index) => `'image_${index}.png'`).join(', ')}]) AND folderName=root`,
      ),
    ).toEqual([]);
  });

  it('only warns of names the project does not know, with near ones', () => {
    const { problems: found, warnings } = resolveQuery(parseQuery('instance(className = Cart)').query, schema);
    expect([found, warnings.map(each => each.message)]).toEqual([
      [],
      ['Class “Cart” does not exist in this project. Did you mean “Car”?'],
    ]);
  });

  it('gives the place of each problem', () =>
    expect(parseQuery('metadata(name = )').problems[0]).toMatchObject({ from: 16, to: 17 }));
});

describe('a text full of mistakes', () => {
  it('lists a hundred of them', () => {
    for (const text of [
      '§'.repeat(2_000_000),
      'a '.repeat(1_000_000),
      ') '.repeat(1_000_000),
      `status IN (${'x, '.repeat(1000)}x)`,
    ]) {
      const found = problems(text);
      expect(found.length).toBeGreaterThan(0);
      expect(found.length).toBeLessThanOrEqual(101);
    }
  }, 60_000);

  it('is one with more than five things to order by', () => {
    expect(problems('ORDER BY name, id, width, height, size')).toEqual([]);
    expect(problems('ORDER BY name, id, width, height, size, name')).toEqual([
      'Results are ordered by at most 5 things',
    ]);
  });
});
