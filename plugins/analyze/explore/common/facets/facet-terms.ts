import type { Comparison, Expression, Query, Value } from '../query/expression.ts';
import { NOWHERE, termsOf, withTerms } from '../query/query-terms.ts';
import type { Facet, FacetValue } from './facet.ts';
import { facetPath, facetRanges, isFolded } from './facet.ts';
import { comparisonOn, isMissingWord } from './field-comparison.ts';
import { rangesOf, rangeTerm } from './range-terms.ts';

/** Returns the values of a facet that a query asks for; none when it leaves the facet open. */
export function chosenValues(query: Query, facet: Facet): readonly FacetValue[] {
  const values = termsOf(query).flatMap(term => valuesOf(term, facet) ?? []);
  return values.filter((value, index) => values.findIndex(each => sameValue(facet, each, value)) === index);
}

/** Returns whether two values of a facet are the same to queries. */
export const sameValue = (facet: Facet, one: FacetValue, other: FacetValue): boolean =>
  one === other || (isFolded(facet) && one !== null && other !== null && one.toLowerCase() === other.toLowerCase());

/**
 * Returns the query with a value of a facet added, or removed where it asks for it. Values of one facet are
 * alternatives.
 */
export function toggleValue(query: Query, facet: Facet, value: FacetValue): Query {
  const terms = termsOf(query);
  const known = terms.map(term => valuesOf(term, facet));
  const chosen = known.some(values => values?.some(each => sameValue(facet, each, value)));
  if (chosen)
    return withTerms(
      query,
      terms.flatMap((term, index) => {
        const values = known[index];
        if (values === undefined) return [term];
        const left = values.filter(each => !sameValue(facet, each, value));
        return left.length === values.length ? [term] : left.length === 0 ? [] : [termFor(facet, left)];
      }),
    );
  const place = known.findIndex(values => values !== undefined);
  if (place === -1) return withTerms(query, [...terms, termFor(facet, [value])]);
  return withTerms(query, terms.with(place, termFor(facet, [...known[place]!, value])));
}

/** Returns the query without its conditions on a facet: the items among which the facet's values are counted. */
export const withoutFacet = (query: Query, facet: Facet): Query =>
  withTerms(
    query,
    termsOf(query).filter(term => valuesOf(term, facet) === undefined),
  );

/** The values a condition allows, when it is about the facet alone; undefined for any other condition. */
function valuesOf(term: Expression, facet: Facet): readonly FacetValue[] | undefined {
  const [ranges, path] = [facetRanges(facet), facetPath(facet)];
  if (ranges !== undefined) return rangesOf(term, { path, ranges });
  const comparison = comparisonOn(term, path);
  if (comparison === undefined || comparison.negated || !['=', 'in'].includes(comparison.operator)) return undefined;
  const values: FacetValue[] = [];
  for (const value of comparison.values) {
    if (value.kind !== 'text') return undefined;
    values.push(isMissingWord(value) ? null : value.text);
  }
  return values.length === 0 ? undefined : values;
}

const text = (value: FacetValue): Value =>
  value === null
    ? { kind: 'text', text: 'none', quoted: false, range: NOWHERE }
    : { kind: 'text', text: value, quoted: /^(none|null)$/i.test(value), range: NOWHERE };

function termFor(facet: Facet, values: readonly FacetValue[]): Expression {
  const [ranges, path] = [facetRanges(facet), facetPath(facet)];
  if (ranges !== undefined) return rangeTerm({ path, ranges }, values);
  const [scope, ...field] = path;
  const inside = scope !== 'custom';
  const comparison: Comparison = {
    kind: 'cmp',
    field: { names: inside ? field : [scope, ...field], range: NOWHERE },
    operator: values.length === 1 ? '=' : 'in',
    negated: false,
    list: values.length > 1,
    values: values.map(text),
    range: NOWHERE,
  };
  return inside
    ? { kind: 'scope', scope, names: [], quantifier: 'any', inner: comparison, range: NOWHERE }
    : comparison;
}
