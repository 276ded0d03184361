import type { QuerySchema } from '../query/query-schema.ts';
import type { Answer } from './translate.ts';

/**
 * Returns the query that is offered for a question: words that no field knows are looked for in pictures, where the
 * installation can do that. The person edits and runs it: it is a suggestion.
 */
export function visualQuery(answer: Answer, { wordsReason }: Pick<QuerySchema, 'wordsReason'>): string {
  const { query } = answer;
  if (answer.kind === 'query' || wordsReason !== undefined || answer.unknown.length === 0) return query;
  const looked = `semantic(${JSON.stringify(answer.unknown.join(' '))})`;
  if (query === '') return looked;
  return / OR | (ORDER BY|LIMIT|RANDOM) /.test(` ${query} `) ? query : `${query} AND ${looked}`;
}
