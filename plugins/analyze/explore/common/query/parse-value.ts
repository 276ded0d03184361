import type { Path, Value, ValueFunction } from './expression.ts';
import { valueFunctions } from './expression.ts';
import type { ParserState } from './parser-state.ts';

/** The known name that is the same in any case. */
export const sameName = <N extends string>(names: readonly N[], given: string): N | undefined =>
  names.find(each => each.toLowerCase() === given.toLowerCase());

/** A path as it was read; `quoted` says which of its names were in back-quotes. */
export interface ReadPath extends Path {
  readonly quoted: readonly boolean[];
}

/** Names with dots between; a name in back-quotes may hold anything. */
export function parsePath(state: ParserState): ReadPath {
  const names: string[] = [];
  const quoted: boolean[] = [];
  const start = state.now.range[0];
  let end = start;
  for (let open = true; state.now.kind === 'word' || state.now.kind === 'name';) {
    const { kind, text, range } = state.now;
    if (range[0] !== end && end !== start) break;
    if (kind === 'name') {
      if (!open) break;
      names.push(text);
      quoted.push(true);
      open = false;
    } else {
      if (open === text.startsWith('.')) break;
      const pieces: string[] = (open ? text : text.slice(1)).split('.');
      open = pieces.at(-1) === '';
      if (open) pieces.pop();
      names.push(...pieces);
      quoted.push(...pieces.map(() => false));
    }
    state.take();
    end = range[1];
  }
  if (
    names.length === 0 ||
    names.some((name, index) => name === '' || (!quoted[index] && !/^[\p{L}_][\p{L}\p{M}\p{N}_-]*$/u.test(name)))
  ) {
    state.fail(
      'FIELD_EXPECTED',
      names.length === 0
        ? 'Expected a field, a scope or “(”'
        : `“${names.join('.')}” is not a field name. Put unusual names in back-quotes`,
      names.length === 0 ? undefined : [start, end],
    );
  }
  return { names, quoted, range: [start, end] };
}

/** A whole number that is not negative. */
export function parseInteger(state: ParserState, what: string): number {
  const { kind, text, range } = state.now;
  if (kind !== 'word' || !/^\d{1,9}$/.test(text))
    state.fail('NUMBER_EXPECTED', `Expected a whole number ${what}`, range);
  state.take();
  return Number(text);
}

export function parseNumber(state: ParserState, after: string): number {
  const { kind, text, range } = state.now;
  if (kind !== 'word' || !isNumberText(text)) state.fail('NUMBER_EXPECTED', `Expected a number after ${after}`, range);
  state.take();
  return Number(text);
}

export const isNumberText = (text: string): boolean => /^[-+]?\d{1,30}(\.\d{1,30})?$/.test(text);

/** One value after `after`, e.g. `=`. */
export function parseValue(state: ParserState, after: string): Value {
  const { kind, text, range } = state.now;
  if (kind === 'quoted') {
    state.take();
    return { kind: 'text', text, quoted: true, range };
  }
  const computed =
    kind === 'word' && state.next.kind === 'sign' && state.next.text === '('
      ? sameName(valueFunctions, text)
      : undefined;
  if (computed !== undefined) return parseComputed(state, computed);
  const words: string[] = [];
  let end = range[1];
  for (; !state.endsValue() && state.now.kind === 'word'; end = state.take().range[1]) words.push(state.now.text);
  if (words.length === 0) state.fail('VALUE_EXPECTED', `Expected a value after ${after}`);
  return { kind: 'text', text: words.join(' '), quoted: false, range: [range[0], end] };
}

function parseComputed(state: ParserState, name: ValueFunction): Value {
  const start = state.take().range[0];
  state.expectSign('(');
  const amount = state.isSign(')') ? undefined : parseInteger(state, `in ${name}()`);
  state.expectSign(')');
  return { kind: 'computed', name, ...(amount === undefined ? {} : { amount }), range: [start, state.before.range[1]] };
}

/** `[a, b]`. */
export function parseList(state: ParserState, most: number, after: string): readonly Value[] {
  if (!state.isSign('[')) state.fail('LIST_EXPECTED', `${after} needs a list, e.g. [a, b]`);
  const start = state.take().range[0];
  const values: Value[] = [];
  while (!state.isSign(']')) {
    if (values.length > 0) {
      if (!state.takeSign(',')) state.fail('SIGN_MISSING', '“]” is missing');
    }
    values.push(parseValue(state, values.length === 0 ? '[' : ','));
  }
  state.take();
  if (values.length > most)
    state.note('LIST_TOO_LONG', `A list has at most ${most} entries`, [start, state.before.range[1]]);
  return values;
}
