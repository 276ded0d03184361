import type { CompareOperator, Comparison, Range, Value } from './expression.ts';
import { parseList, parseValue } from './parse-value.ts';
import type { ReadPath } from './parse-value.ts';
import type { ParserState } from './parser-state.ts';
import { queryLimits } from './query-limits.ts';

const COMPARE: Readonly<Record<string, CompareOperator>> = {
  '=': '=',
  '==': '=',
  '!=': '!=',
  '<>': '!=',
  '>': '>',
  '<': '<',
  '>=': '>=',
  '=>': '>=',
  '<=': '<=',
  '=<': '<=',
};

/** Reads comparisons of fields with values. */
export class ComparisonParser {
  /** Bytes of names in lists, which do not count towards the size of a query. */
  nameListBytes = 0;

  constructor(private readonly state: ParserState) {}

  /** Reads the rest of a comparison, after its field. */
  read(field: ReadPath): Comparison {
    const { state } = this;
    const path = { names: field.names, range: field.range };
    const make = (
      operator: Comparison['operator'],
      values: readonly Value[],
      options: { readonly negated?: boolean; readonly list?: boolean } = {},
    ): Comparison => ({
      kind: 'cmp',
      field: path,
      operator,
      negated: options.negated ?? false,
      list: options.list ?? false,
      values,
      range: [field.range[0], state.before.range[1]] satisfies Range,
    });
    const sign = state.now.kind === 'sign' ? COMPARE[state.now.text] : undefined;
    if (sign !== undefined) {
      const written = state.take().text;
      return make(sign, [parseValue(state, written)]);
    }
    if (state.takeWord('STARTS')) return this.#textTest('starts', 'STARTS', make);
    if (state.takeWord('ENDS')) return this.#textTest('ends', 'ENDS', make);
    if (state.takeWord('MATCHES')) {
      if (state.now.kind !== 'quoted') state.fail('VALUE_EXPECTED', 'MATCHES needs a pattern in quotes');
      return make('matches', [parseValue(state, 'MATCHES')]);
    }
    if (state.takeWord('IS')) {
      const negated = state.takeWord('NOT');
      if (!state.takeWord('EMPTY', 'NULL')) state.fail('VALUE_EXPECTED', 'Expected EMPTY after IS');
      return make('empty', [], { negated });
    }
    const negated = state.takeWord('NOT');
    if (state.takeWord('IN')) return make('in', this.#list(field), { negated, list: true });
    if (state.takeWord('CONTAINS'))
      return state.isSign('[')
        ? make('contains', parseList(state, queryLimits.listEntries, 'CONTAINS'), { negated, list: true })
        : make('contains', [parseValue(state, 'CONTAINS')], { negated });
    if (state.takeWord('BETWEEN')) {
      const low = parseValue(state, 'BETWEEN');
      if (!state.takeWord('AND')) state.fail('VALUE_EXPECTED', 'BETWEEN needs two values, e.g. BETWEEN 1 AND 5');
      return make('between', [low, parseValue(state, 'AND')], { negated });
    }
    return state.fail('OPERATOR_EXPECTED', `Expected an operator after ${field.names.join('.')}, e.g. =, != or IN`);
  }

  #textTest(
    operator: 'starts' | 'ends',
    word: string,
    make: (operator: Comparison['operator'], values: readonly Value[]) => Comparison,
  ): Comparison {
    this.state.takeWord('WITH');
    return make(operator, [parseValue(this.state, word)]);
  }

  #list(field: ReadPath): readonly Value[] {
    const byName = field.names.at(-1)?.toLowerCase() === 'name';
    const values = parseList(this.state, byName ? queryLimits.nameEntries : queryLimits.listEntries, 'IN');
    if (byName)
      this.nameListBytes += values.reduce(
        (sum, each) => sum + (each.kind === 'text' ? new TextEncoder().encode(each.text).length + 6 : 0),
        0,
      );
    return values;
  }

  /** Reads the operator of a count. */
  operator(after: string): CompareOperator {
    const { state } = this;
    const operator = state.now.kind === 'sign' ? COMPARE[state.now.text] : undefined;
    if (operator === undefined) return state.fail('OPERATOR_EXPECTED', `Expected =, !=, >, <, >= or <= after ${after}`);
    state.take();
    return operator;
  }
}
