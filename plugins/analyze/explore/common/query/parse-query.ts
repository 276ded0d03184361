import type {
  Argument,
  Call,
  CountHead,
  Expression,
  FunctionName,
  Query,
  QueryProblem,
  Quantifier,
  ScopeName,
} from './expression.ts';
import { ComparisonParser } from './comparison-parser.ts';
import { countNames, functionNames, scopeNames } from './expression.ts';
import { didYouMean, nearestNames } from './nearest-names.ts';
import { parseClause } from './parse-clause.ts';
import { parseList, parseNumber, parsePath, parseValue, sameName } from './parse-value.ts';
import type { ReadPath } from './parse-value.ts';
import { Abandoned, ParserState } from './parser-state.ts';
import { queryLimits } from './query-limits.ts';
import { tokensOf } from './tokens.ts';

/** A query that was read, with all problems of its text; it may be run only when there are none. */
export interface ParsedQuery {
  readonly query: Query;
  readonly problems: readonly QueryProblem[];
}

/** Spellings of scopes that mean another one. */
const SCOPE_SPELLINGS: Readonly<Record<string, ScopeName>> = {
  comments: 'comment',
  instances: 'instance',
  assignments: 'assignment',
};

/** Reads a query. Never throws; it recovers at AND, OR and closing brackets, so several problems show at once. */
export function parseQuery(text: string): ParsedQuery {
  const none: Query = { condition: undefined, order: [] };
  if (text.length > queryLimits.characters) return { query: none, problems: [tooLong(text)] };
  const { tokens, problems } = tokensOf(text);
  const parser = new Parser(new ParserState(tokens, problems));
  const query = parser.query();
  const own = new TextEncoder().encode(text).length - parser.comparisons.nameListBytes;
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
  readonly comparisons: ComparisonParser;
  #terms = 0;

  constructor(readonly state: ParserState) {
    this.comparisons = new ComparisonParser(state);
  }

  query(): Query {
    const { state } = this;
    const condition = state.now.kind === 'end' || this.#atClause() ? undefined : this.#whole();
    let query: Query = { condition, order: [] };
    try {
      while (state.now.kind !== 'end') query = parseClause(state, query, () => this.#inner());
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
    if (!state.isSign('(')) return this.comparisons.read(path);
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
      const near = nearestNames(head, [...scopeNames, ...countNames, ...functionNames]);
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
    const operator = this.comparisons.operator(`${head.name}(…)`);
    const amount = parseNumber(this.state, operator);
    return { kind: 'count', ...head, operator, amount, range: [start, this.state.before.range[1]] };
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
}
