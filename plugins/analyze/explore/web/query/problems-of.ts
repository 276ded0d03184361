import { isFault } from '#core/base/common/index.ts';
import type { QueryProblem } from '../../common/query/expression.ts';

/** Returns the problems of a query that was refused; none for other errors. */
export const problemsOf = (error: unknown): readonly QueryProblem[] =>
  isFault(error) && error.code === 'QUERY_SYNTAX'
    ? ((error.details as { readonly problems?: readonly QueryProblem[] } | undefined)?.problems ?? [])
    : [];
