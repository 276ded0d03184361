import { describe, expect, it } from 'vitest';
import { parseQuery } from '../query/parse-query.ts';
import { emptySchema } from '../query/query-schema.ts';
import type { NamedClass, QuerySchema } from '../query/query-schema.ts';
import { resolveQuery } from '../query/resolve-query.ts';
import { freshPairs } from './fresh-questions.support.ts';
import { heldOutPairs } from './held-out-questions.support.ts';
import { laterPairs } from './later-questions.support.ts';
import type { Pair } from './page-questions.support.ts';
import { pagePairs } from './page-questions.support.ts';
import { translate } from './translate.ts';
import { tunedPairs } from './tuned-questions.support.ts';

const named = (...names: readonly string[]) => names.map((name, index) => ({ id: index + 1, name }));
const member = (name: string, email: string) => ({ name, email, paused: false, pending: false });
const classes: readonly NamedClass[] = [
  ...named('Car', 'Pedestrian', 'Number plate', 'Traffic light', 'Tree', 'Bus', 'Dog').map(each => ({
    ...each,
    type: 1,
    groups:
      each.name === 'Car' ? [{ id: 1, name: 'Color', type: 'radio', attributes: named('Black', 'Red', 'White') }] : [],
  })),
  { id: 20, name: 'Complaint', type: 2, groups: [] },
  { id: 21, name: 'Rain', type: 2, groups: [] },
];
const schema: QuerySchema = {
  ...emptySchema('me@x.io', new Date('2026-03-15T12:00:00Z')),
  statuses: named('NotStarted', 'InProgress', 'QualityCheck', 'Returned', 'Completed', 'Skipped'),
  roles: named('Annotator', 'QA'),
  folders: named('root', 'Night', 'Day', 'Batch 2'),
  classes,
  members: [member('Ana Silva', 'ana@x.io'), member('Ben Okoye', 'ben@x.io')],
  categories: named('Urban', 'Rural'),
  subsets: named('Train', 'Test'),
  custom: [
    { name: 'patient_age', type: 'number' },
    { name: 'city', type: 'string' },
  ],
  components: ['answer_rating', 'reason'],
};

/** Returns the meaning of a query in a normal form: parts of AND and OR in order, without nesting. */
function meaning(text: string): string {
  const parsed = parseQuery(text);
  const { query, problems } = resolveQuery(parsed.query, schema);
  expect([...parsed.problems, ...problems], text).toEqual([]);
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== 'object' || value === null || value instanceof Date) return value;
    const each = Object.fromEntries(Object.entries(value).map(([key, own]) => [key, plain(own)])) as Record<
      string,
      unknown
    >;
    if (each['kind'] !== 'and' && each['kind'] !== 'or') return each;
    const parts = (each['parts'] as readonly Record<string, unknown>[]).flatMap(part =>
      part['kind'] === each['kind'] ? (part['parts'] as readonly Record<string, unknown>[]) : [part],
    );
    return { ...each, parts: parts.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)) };
  };
  return JSON.stringify(plain(query));
}

interface Score {
  readonly exact: number;
  readonly askedBack: readonly string[];
  readonly wrong: readonly string[];
}

function score(pairs: readonly Pair[]): Score {
  const askedBack: string[] = [];
  const wrong: string[] = [];
  let exact = 0;
  for (const [question, query] of pairs) {
    const answer = translate(question, schema);
    if (answer.kind === 'unclear') {
      if (query === undefined) exact += 1;
      else askedBack.push(`${question}: ${answer.message} [${answer.query}]`);
    } else if (query !== undefined && meaning(answer.query) === meaning(query)) exact += 1;
    else wrong.push(`${question}: ${answer.query}`);
  }
  return { exact, askedBack, wrong };
}

describe('questions in English', () => {
  it.each([
    ['of the examples', pagePairs, 1],
    ['that the rules were written with', tunedPairs, 0.9],
    ['that no rule was written for', heldOutPairs, 0.9],
    ['of a later set', laterPairs, 0.9],
    ['as people type them in a hurry', freshPairs, 0.9],
  ] as const)('should translate those %s exactly, or ask back', (name, pairs, share) => {
    const { exact, askedBack, wrong } = score(pairs);
    process.stdout.write(
      `Ask, questions ${name}: ${exact} of ${pairs.length} exact (${((exact / pairs.length) * 100).toFixed(1)} %), ${askedBack.length} asked back, ${wrong.length} wrong\n`,
    );
    expect(wrong).toEqual([]);
    expect(exact / pairs.length).toBeGreaterThanOrEqual(share);
  });
});
