import type { Comparison, Expression, Value } from '../query/expression.ts';
import { scopeNames } from '../query/expression.ts';
import { sameName } from '../query/parse-value.ts';

/** Scopes whose field names are the same in any case. */
const FOLDED: ReadonlySet<string> = new Set(['metadata', 'assignment', 'file']);

/**
 * Returns the comparison of a field that a condition consists of: `metadata(status = x)`, `metadata.status = x` and
 * `status = x` are the same.
 */
export function comparisonOn(term: Expression, path: readonly string[]): Comparison | undefined {
  const [comparison, names] = unwrapped(term);
  if (comparison === undefined || names.length !== path.length) return undefined;
  const same = names.every((name, index) =>
    index === 0 || FOLDED.has(path[0]!) || path[1] === 'className'
      ? name.toLowerCase() === path[index]!.toLowerCase()
      : index === 1 && path[0] === 'instance'
        ? /^attributes?$/i.test(name)
        : name === path[index],
  );
  return same ? comparison : undefined;
}

/** Returns whether a value is the word for a missing one. */
export const isMissingWord = (value: Value): boolean =>
  value.kind === 'text' && !value.quoted && /^(none|null)$/i.test(value.text);

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
