import type { Expression, OrderKey, Query, Range } from './expression.ts';
import { countNames } from './expression.ts';
import { parseInteger, parsePath, sameName } from './parse-value.ts';
import type { ParserState } from './parser-state.ts';
import { queryLimits } from './query-limits.ts';

/** Reads one clause after the condition: ORDER BY, LIMIT or RANDOM. `counted` reads the brackets of a count. */
export function parseClause(state: ParserState, query: Query, counted: () => Expression | undefined): Query {
  if (state.takeWord('ORDERBY') || (state.isWord('ORDER') && state.next.text.toUpperCase() === 'BY')) {
    if (state.now.text.toUpperCase() === 'BY') state.take();
    else if (state.isWord('ORDER')) {
      state.take();
      state.take();
    }
    const inBrackets = state.takeSign('(');
    const order: OrderKey[] = [];
    do order.push(parseOrderKey(state, counted));
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

function parseOrderKey(state: ParserState, counted: () => Expression | undefined): OrderKey {
  const path = parsePath(state);
  const count = state.isSign('(') ? sameName(countNames, path.names.join('.')) : undefined;
  if (state.isSign('(') && count === undefined)
    state.fail('FIELD_EXPECTED', 'Results are ordered by fields or counts', path.range);
  const key =
    count === undefined
      ? { names: path.names, range: path.range }
      : { name: count, inner: counted(), range: [path.range[0], state.before.range[1]] satisfies Range };
  const descending = state.takeWord('DESC');
  if (!descending) state.takeWord('ASC');
  return { key, descending };
}
