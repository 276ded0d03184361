import type { Comparison, Expression, Query, Value } from '../query/expression.ts';
import { scopeNames } from '../query/expression.ts';
import { sameName } from '../query/parse-value.ts';
import { printExpression } from '../query/print-query.ts';
import { NOWHERE, termsOf, withTerms } from '../query/query-terms.ts';
import type { Facet, FacetValue, SizeRange } from './facet.ts';
import { facetPath, isFolded, sizeRanges } from './facet.ts';

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
  if (facet.kind === 'size') return sizesOf(term);
  const comparison = comparisonOn(term, facetPath(facet));
  if (comparison === undefined || comparison.negated || !['=', 'in'].includes(comparison.operator)) return undefined;
  const values: FacetValue[] = [];
  for (const value of comparison.values) {
    if (value.kind !== 'text') return undefined;
    values.push(!value.quoted && /^(none|null)$/i.test(value.text) ? null : value.text);
  }
  return values.length === 0 ? undefined : values;
}

/**
 * Returns the comparison of a field that a condition consists of: `metadata(status = x)`, `metadata.status = x` and
 * `status = x` are the same.
 */
export function comparisonOn(term: Expression, path: readonly string[]): Comparison | undefined {
  const [comparison, names] = unwrapped(term);
  if (comparison === undefined || names.length !== path.length) return undefined;
  const same = names.every((name, index) =>
    index === 0 || path[0] === 'metadata' || path[0] === 'assignment' || path[1] === 'className'
      ? name.toLowerCase() === path[index]!.toLowerCase()
      : index === 1 && path[0] === 'instance'
        ? /^attributes?$/i.test(name)
        : name === path[index],
  );
  return same ? comparison : undefined;
}

/** A comparison with the complete path of its field. */
function unwrapped(term: Expression): readonly [Comparison | undefined, readonly string[]] {
  if (term.kind === 'cmp') {
    const { names } = term.field;
    const scoped = names.length > 1 && sameName(scopeNames, names[0]!) !== undefined;
    return [term, scoped ? names : ['metadata', ...names]];
  }
  if (term.kind !== 'scope' || term.quantifier !== 'any' || term.names.length > 0 || term.inner?.kind !== 'cmp')
    return [undefined, []];
  return [term.inner, [term.scope, ...term.inner.field.names]];
}

const text = (value: FacetValue): Value =>
  value === null
    ? { kind: 'text', text: 'none', quoted: false, range: NOWHERE }
    : { kind: 'text', text: value, quoted: /^(none|null)$/i.test(value), range: NOWHERE };

function termFor(facet: Facet, values: readonly FacetValue[]): Expression {
  if (facet.kind === 'size') return sizeTerm(values);
  const [scope, ...field] = facetPath(facet);
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

function bound(operator: '>=' | '<', bytes: number): Comparison {
  return {
    kind: 'cmp',
    field: { names: ['size'], range: NOWHERE },
    operator,
    negated: false,
    list: false,
    values: [text(String(bytes))],
    range: NOWHERE,
  };
}

/** The condition of a range of sizes, e.g. `size >= 100000 AND size < 1000000`; of a missing size `size IS EMPTY`. */
function rangeCondition(value: FacetValue): Expression {
  const range: SizeRange | undefined = sizeRanges.find(each => each.value === value);
  if (range === undefined)
    return {
      kind: 'cmp',
      field: { names: ['size'], range: NOWHERE },
      operator: 'empty',
      negated: false,
      list: false,
      values: [],
      range: NOWHERE,
    };
  const bounds = [
    ...(range.from === undefined ? [] : [bound('>=', range.from)]),
    ...(range.below === undefined ? [] : [bound('<', range.below)]),
  ];
  return bounds.length === 1 ? bounds[0]! : { kind: 'and', parts: bounds, range: NOWHERE };
}

function sizeTerm(values: readonly FacetValue[]): Expression {
  const conditions = values.map(rangeCondition);
  const inner: Expression =
    conditions.length === 1 ? conditions[0]! : { kind: 'or', parts: conditions, range: NOWHERE };
  return { kind: 'scope', scope: 'metadata', names: [], quantifier: 'any', inner, range: NOWHERE };
}

const allSizes: readonly FacetValue[] = [...sizeRanges.map(each => each.value), null];

function sizesOf(term: Expression): readonly FacetValue[] | undefined {
  if (term.kind !== 'scope' || term.scope !== 'metadata' || term.quantifier !== 'any' || term.inner === undefined)
    return undefined;
  const parts = term.inner.kind === 'or' ? term.inner.parts : [term.inner];
  const values = parts.map(part => {
    const printed = printExpression(part);
    return allSizes.find(each => printExpression(rangeCondition(each)) === printed);
  });
  return values.includes(undefined) ? undefined : (values as readonly FacetValue[]);
}
