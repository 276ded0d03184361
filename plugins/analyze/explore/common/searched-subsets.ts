import { comparisonOn } from './facets/field-comparison.ts';
import type { Expression, Value } from './query/expression.ts';
import { parseQuery } from './query/parse-query.ts';
import { termsOf } from './query/query-terms.ts';

/** Returns the names of the subsets that all results of a query are in: `inSubset(Train) AND status = Completed`. */
export function searchedSubsetNames(query: string): readonly string[] {
  const names = termsOf(parseQuery(query).query).flatMap(term => subsetOf(term) ?? []);
  return [...new Set(names)];
}

function subsetOf(term: Expression): string | undefined {
  if (term.kind === 'call') {
    const [first] = term.arguments;
    return term.name === 'inSubset' && first?.kind === 'value' ? textOf(first.value) : undefined;
  }
  const comparison = comparisonOn(term, ['metadata', 'subset']);
  return comparison?.operator === '=' && !comparison.negated ? textOf(comparison.values[0]) : undefined;
}

const textOf = (value: Value | undefined): string | undefined => (value?.kind === 'text' ? value.text : undefined);
