import type {
  Argument,
  Call,
  CompareOperator,
  Comparison,
  CountHead,
  Expression,
  FunctionName,
  OrderKey,
  Query,
  QueryProblem,
  Quantifier,
  Range,
  ScopeName,
  Value,
} from './expression.ts';
import { countNames, functionNames, scopeNames, unavailableFunctions } from './expression.ts';
import { didYouMean, nearestNames } from './nearest-names.ts';
import { parseInteger, parseList, parseNumber, parsePath, parseValue, sameName } from './parse-value.ts';
import type { ReadPath } from './parse-value.ts';
import { Abandoned, ParserState } from './parser-state.ts';
import { queryLimits } from './query-limits.ts';
import { tokensOf } from './tokens.ts';

/** A query that was read, with all problems of its text; it may be run only when there are none. */
export interface ParsedQuery {
  readonly query: Query;
  readonly problems: readonly QueryProblem[];
}

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

/** Spellings of scopes that mean another one (explore query 2). */
const SCOPE_SPELLINGS: Readonly<Record<string, ScopeName>> = {
  comments: 'comment',
  instances: 'instance',
  assignments: 'assignment',
};

/** Reads a query (explore query 2). Never throws; it recovers at AND, OR and closing brackets, so several problems show at once. */
export function parseQuery(text: string): ParsedQuery {
  const none: Query = { condition: undefined, order: [] };
  if (text.length > queryLimits.characters) return { query: none, problems: [tooLong(text)] };
  const { tokens, problems } = tokensOf(text);
  const parser = new Parser(new ParserState(tokens, problems));
  const query = parser.query();
  const own = new TextEncoder().encode(text).length - parser.nameListBytes;
  return {
    query,
    problems: [...(own > queryLimits.bytes ? [tooLong(text)] : []), ...parser.state.problems].toSorted(
      (one, other) => one.from - other.from,
    ),
  };
}

const tooLong = (text: string): QueryProblem => ({
  code: 'TOO_LONG',
  message: `A query has at most ${queryLimits.bytes / 1024} KiB`,
  from: 0,
  to: text.length,
  suggestions: [],
});

class Parser {
  nameListBytes = 0;
  #terms = 0;

  constructor(readonly state: ParserState) {}

  query(): Query {
    const { state } = this;
    const condition = state.now.kind === 'end' || this.#atClause() ? undefined : this.#whole();
    let query: Query = { condition, order: [] };
    try {
      while (state.now.kind !== 'end') query = this.#clause(query);
    } catch (error) {
      if (!(error instanceof Abandoned)) throw error;
    }
    return query;
  }

  #atClause(): boolean {
    return this.state.isWord('ORDER', 'ORDERBY', 'LIMIT', 'RANDOM');
  }

  /** The condition, and again after what does not belong there. */
  #whole(): Expression | undefined {
    const { state } = this;
    let found = this.#or();
    while (state.now.kind !== 'end' && !this.#atClause()) {
      state.note(
        'UNEXPECTED',
        state.isSign(')')
          ? '“)” has no opening bracket'
          : `Expected AND, OR or the end of the query before “${state.now.text}”`,
      );
      if (!state.isWord('AND', 'OR') && state.isSign(')', ']', '}')) state.take();
      else state.recover();
      if (state.takeWord('AND', 'OR')) found = this.#or() ?? found;
    }
    return found;
  }

  #or(): Expression | undefined {
    return this.#joined('or', () => this.#joined('and', () => this.#unary()));
  }

  #joined(kind: 'and' | 'or', read: () => Expression | undefined): Expression | undefined {
    const parts: Expression[] = [];
    do {
      const part = read();
      if (part !== undefined) parts.push(part);
    } while (this.state.takeWord(kind.toUpperCase()));
    return parts.length < 2 ? parts[0] : { kind, parts, range: [parts[0]!.range[0], parts.at(-1)!.range[1]] };
  }

  #unary(): Expression | undefined {
    const { state } = this;
    try {
      const start = state.now.range[0];
      if (!state.takeWord('NOT')) return this.#primary();
      const part = this.#primary();
      return part === undefined ? undefined : { kind: 'not', part, range: [start, part.range[1]] };
    } catch (error) {
      if (!(error instanceof Abandoned)) throw error;
      state.recover();
      return undefined;
    }
  }

  #primary(): Expression | undefined {
    const { state } = this;
    if (state.isSign('(')) return this.#brackets();
    if (state.isWord('AND', 'OR')) state.fail('CONDITION_EXPECTED', `Expected a condition before ${state.now.text}`);
    if (state.now.kind === 'end' || this.#atClause() || state.isSign(')'))
      state.fail(
        'CONDITION_EXPECTED',
        state.before.kind === 'word' ? `Expected a condition after ${state.before.text}` : 'Expected a condition',
      );
    this.#terms += 1;
    if (this.#terms === queryLimits.terms + 1)
      state.note('TOO_MANY_TERMS', `A query has at most ${queryLimits.terms} conditions`);
    const path = parsePath(state);
    if (!state.isSign('(')) return this.#comparison(path);
    const [head = ''] = path.names;
    if (path.names.length === 1 && !path.quoted[0]) {
      const count = sameName(countNames, head);
      if (count !== undefined) return this.#count({ name: count, inner: this.#inner() }, path.range[0]);
      const call = sameName(functionNames, head);
      if (call !== undefined) return this.#call(call, path.range[0]);
    }
    return this.#scope(path);
  }

  #brackets(): Expression | undefined {
    const { state } = this;
    return state.deeper(queryLimits.depth, () => {
      const start = state.take().range[0];
      const inner = this.#or();
      if (!state.takeSign(')')) state.fail('BRACKET_MISSING', '“)” is missing', [start, state.before.range[1]]);
      return inner;
    });
  }

  /** `( … )` after a scope or count; undefined when there is nothing in it. */
  #inner(): Expression | undefined {
    const { state } = this;
    if (state.next.kind === 'sign' && state.next.text === ')') {
      state.take();
      state.take();
      return undefined;
    }
    return this.#brackets();
  }

  #scope(path: ReadPath): Expression {
    const names = [...path.names];
    const last =
      path.quoted.at(-1) === true || names.length === 1
        ? undefined
        : sameName(['any', 'all', 'none'] satisfies readonly Quantifier[], names.at(-1)!);
    if (last !== undefined) names.pop();
    const head = names.shift()!;
    const scope = path.quoted[0] ? undefined : (SCOPE_SPELLINGS[head.toLowerCase()] ?? sameName(scopeNames, head));
    if (scope === undefined) {
      const near = nearestNames(head, [
        ...scopeNames,
        ...countNames,
        ...functionNames.filter(each => !unavailableFunctions.has(each)),
      ]);
      this.state.fail(
        'UNKNOWN_SCOPE',
        `“${head}” is neither a scope nor a function.${didYouMean(near)}`,
        path.range,
        near,
      );
    }
    const inner = this.#inner();
    return {
      kind: 'scope',
      scope,
      names,
      quantifier: last ?? 'any',
      inner,
      range: [path.range[0], this.state.before.range[1]],
    };
  }

  #count(head: CountHead, start: number): Expression {
    const operator = this.#compareOperator(`${head.name}(…)`);
    const amount = parseNumber(this.state, operator);
    return { kind: 'count', ...head, operator, amount, range: [start, this.state.before.range[1]] };
  }

  #compareOperator(after: string): CompareOperator {
    const { state } = this;
    const operator = state.now.kind === 'sign' ? COMPARE[state.now.text] : undefined;
    if (operator === undefined) return state.fail('OPERATOR_EXPECTED', `Expected =, !=, >, <, >= or <= after ${after}`);
    state.take();
    return operator;
  }

  #call(name: FunctionName, start: number): Call {
    const { state } = this;
    state.take();
    const found: Argument[] = [];
    while (!state.takeSign(')')) {
      if (found.length > 0 && !state.takeSign(',')) state.fail('BRACKET_MISSING', '“)” is missing');
      found.push(this.#argument(found.length === 0 ? `${name}(` : ','));
    }
    return { kind: 'call', name, arguments: found, range: [start, state.before.range[1]] };
  }

  #argument(after: string): Argument {
    const { state } = this;
    if (state.isSign('[')) return { kind: 'list', values: parseList(state, queryLimits.listEntries, after) };
    if (!state.takeSign('{')) return { kind: 'value', value: parseValue(state, after) };
    const inner = state.deeper(queryLimits.depth, () => this.#or());
    state.expectSign('}');
    if (inner === undefined) return state.fail('CONDITION_EXPECTED', 'Expected a condition between { and }');
    return { kind: 'block', inner };
  }

  #comparison(field: ReadPath): Comparison {
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

  #clause(query: Query): Query {
    const { state } = this;
    if (state.takeWord('ORDERBY') || (state.isWord('ORDER') && state.next.text.toUpperCase() === 'BY')) {
      if (state.now.text.toUpperCase() === 'BY') state.take();
      else if (state.isWord('ORDER')) {
        state.take();
        state.take();
      }
      const inBrackets = state.takeSign('(');
      const order: OrderKey[] = [];
      do order.push(this.#orderKey());
      while (state.takeSign(','));
      if (inBrackets) state.expectSign(')');
      if (query.order.length + order.length > queryLimits.orderKeys)
        state.note('TOO_MANY_ORDERS', `Results are ordered by at most ${queryLimits.orderKeys} things`);
      return { ...query, order: [...query.order, ...order] };
    }
    if (state.takeWord('LIMIT')) {
      const count = parseInteger(state, 'after LIMIT');
      return { ...query, limit: { count, offset: state.takeWord('OFFSET') ? parseInteger(state, 'after OFFSET') : 0 } };
    }
    if (state.takeWord('RANDOM')) {
      const inBrackets = state.takeSign('(');
      const count = parseInteger(state, 'after RANDOM');
      const seed = inBrackets && state.takeSign(',') ? parseInteger(state, 'as the seed') : undefined;
      if (inBrackets) state.expectSign(')');
      return { ...query, random: { count, ...(seed === undefined ? {} : { seed }) } };
    }
    return state.fail(
      'UNEXPECTED',
      `Expected ORDER BY, LIMIT, RANDOM or the end of the query before “${state.now.text}”`,
    );
  }

  #orderKey(): OrderKey {
    const { state } = this;
    const path = parsePath(state);
    const count = state.isSign('(') ? sameName(countNames, path.names.join('.')) : undefined;
    if (state.isSign('(') && count === undefined)
      state.fail('FIELD_EXPECTED', 'Results are ordered by fields or counts', path.range);
    const key =
      count === undefined
        ? { names: path.names, range: path.range }
        : { name: count, inner: this.#inner(), range: [path.range[0], state.before.range[1]] satisfies Range };
    const descending = state.takeWord('DESC');
    if (!descending) state.takeWord('ASC');
    return { key, descending };
  }
}
