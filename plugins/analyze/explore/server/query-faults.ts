import { Fault } from '#core/base/common/index.ts';
import type { QueryProblem } from '../common/query/expression.ts';

/** The database says 57014 of a statement that was ended before it was done. */
export const endedByTimeout = (error: unknown): boolean =>
  error instanceof Error && (error as { readonly code?: unknown }).code === '57014';

/** 400 with the first problem as its text, and all of them. */
export function syntaxFault(problems: readonly QueryProblem[]): Fault {
  const [first] = problems;
  return new Fault('QUERY_SYNTAX', first?.message ?? 'The query is not valid', {
    status: 400,
    details: { problems: problems.map(each => ({ ...each, suggestions: [...each.suggestions] })) },
  });
}
