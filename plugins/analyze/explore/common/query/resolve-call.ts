import type { Argument, Call, Expression, Range, Value } from './expression.ts';
import { spanOf } from './days.ts';
import { didYouMean, nearestNames } from './nearest-names.ts';
import { isNumberText } from './parse-value.ts';
import type { QuerySchema } from './query-schema.ts';
import type { TypedExpression } from './typed-query.ts';

const MOST_ID = 2_147_483_647;
/** Items that one similarTo finds. */
const MOST_SIMILAR = 10_000;
/** Items that hasText finds. */
const MOST_WITH_TEXT = 50_000;
/** Items that diverse picks. */
const MOST_DIVERSE = 1000;
/** Characters of the words that semantic looks for. */
const MOST_WORDS = 500;

/** Context of a function in a query. */
export interface CallPlace {
  readonly schema: QuerySchema;
  expression(expression: Expression, inside: 'instance' | 'history'): TypedExpression | undefined;
  /** Notes a problem. */
  fail(code: string, message: string, range: Range, suggestions?: readonly string[]): undefined;
}

const valueOf = (argument: Argument | undefined): Value | undefined =>
  argument?.kind === 'value' ? argument.value : undefined;
const isNone = (value: Value | undefined): boolean =>
  value === undefined || (value.kind === 'text' && !value.quoted && /^(none|null|any)$/i.test(value.text));

/** Gives a function its meaning (explore query 4); undefined when a problem was found. */
export function resolveCall(place: CallPlace, call: Call): TypedExpression | undefined {
  switch (call.name) {
    case 'similarTo':
      return similar(place, call);
    case 'duplicateOf':
      return duplicate(place, call);
    case 'semantic':
      return semantic(place, call);
    case 'hasText':
      return hasText(place, call);
    case 'inSubset':
      return inSubset(place, call);
    case 'bookmarked': {
      const who = valueOf(call.arguments[0]);
      const mine =
        who === undefined ||
        (who.kind === 'computed' ? who.name === 'me' : who.text.toLowerCase() === place.schema.viewer.toLowerCase());
      return mine
        ? { kind: 'bookmarked' }
        : place.fail('VALUE', 'Bookmarks are everybody’s own: write bookmarked(me())', call.range);
    }
    case 'overlaps':
    case 'within':
      return pair(place, call, call.name);
    case 'changed':
      return changed(place, call);
    case 'diverse':
      return diverse(place, call);
  }
}

/** The number of an item, as the first value of a function. */
function itemNumber(place: CallPlace, call: Call): number | undefined {
  const value = valueOf(call.arguments[0]);
  if (value?.kind === 'text' && /^[1-9]\d{0,9}$/.test(value.text) && Number(value.text) <= MOST_ID)
    return Number(value.text);
  return place.fail('VALUE_EXPECTED', `${call.name} needs the number of an item, e.g. ${call.name}(5521)`, call.range);
}

/** A number as the second value of a function, or the one it has without. */
function secondNumber(call: Call, usual: number): number {
  const value = valueOf(call.arguments[1]);
  if (value === undefined) return usual;
  return value.kind === 'text' && isNumberText(value.text) ? Number(value.text) : Number.NaN;
}

function similar(place: CallPlace, call: Call): TypedExpression | undefined {
  const value = valueOf(call.arguments[0]);
  const object = value?.kind === 'text' ? /^([1-9]\d{0,9})\/(\d{1,7})$/.exec(value.text) : null;
  const itemId = object === null ? itemNumber(place, call) : Number(object[1]);
  if (itemId === undefined) return undefined;
  const count = similarCount(place, call);
  if (count === undefined) return undefined;
  return { kind: 'similar', to: object === null ? { itemId } : { itemId, position: Number(object[2]) }, count };
}

function semantic(place: CallPlace, call: Call): TypedExpression | undefined {
  if (place.schema.wordsReason !== undefined)
    return place.fail('NOT_AVAILABLE', `semantic is not available: ${place.schema.wordsReason}`, call.range);
  const value = valueOf(call.arguments[0]);
  if (value?.kind !== 'text' || value.text.trim() === '' || value.text.length > MOST_WORDS)
    return place.fail('VALUE_EXPECTED', 'semantic needs words to look for, e.g. semantic("snow")', call.range);
  const count = similarCount(place, call);
  return count === undefined ? undefined : { kind: 'similar', to: { words: value.text.trim() }, count };
}

/** `hasText("late delivery")`: items whose text or a text answer has the words, in any case. */
function hasText(place: CallPlace, call: Call): TypedExpression | undefined {
  const value = valueOf(call.arguments[0]);
  return value?.kind === 'text' && value.text.trim() !== '' && value.text.length <= MOST_WORDS
    ? { kind: 'similar', to: { text: value.text.trim() }, count: MOST_WITH_TEXT }
    : place.fail('VALUE_EXPECTED', 'hasText needs words to look for, e.g. hasText("late delivery")', call.range);
}

/** `diverse(100)`: pictures of the project that differ most from each other. */
function diverse(place: CallPlace, call: Call): TypedExpression | undefined {
  const value = valueOf(call.arguments[0]);
  const count = value?.kind === 'text' && isNumberText(value.text) ? Number(value.text) : Number.NaN;
  return Number.isInteger(count) && count >= 1 && count <= MOST_DIVERSE
    ? { kind: 'similar', to: { diverse: true }, count }
    : place.fail('VALUE', `diverse picks from 1 to ${MOST_DIVERSE} items, e.g. diverse(100)`, call.range);
}

/** Returns the number of results of a function about likeness. */
function similarCount(place: CallPlace, call: Call): number | undefined {
  const count = secondNumber(call, 100);
  return Number.isInteger(count) && count >= 1 && count <= MOST_SIMILAR
    ? count
    : place.fail('VALUE', `${call.name} finds from 1 to ${MOST_SIMILAR} items`, call.range);
}

function duplicate(place: CallPlace, call: Call): TypedExpression | undefined {
  const itemId = itemNumber(place, call);
  if (itemId === undefined) return undefined;
  const share = secondNumber(call, 0.97);
  if (!(share > 0.5 && share <= 1))
    return place.fail('VALUE', 'The likeness of duplicateOf is a number above 0.5 and at most 1', call.range);
  return { kind: 'duplicate', itemId, share };
}

function inSubset(place: CallPlace, call: Call): TypedExpression | undefined {
  const value = valueOf(call.arguments[0]);
  if (value?.kind !== 'text')
    return place.fail('VALUE_EXPECTED', 'inSubset needs the name of a subset, e.g. inSubset(Train)', call.range);
  const known = place.schema.subsets;
  const ids = known.filter(each => each.name.toLowerCase() === value.text.toLowerCase()).map(each => each.id);
  if (ids.length === 0) {
    const near = nearestNames(
      value.text,
      known.map(each => each.name),
    );
    return place.fail(
      'UNKNOWN_VALUE',
      `Subset “${value.text}” does not exist in this project${near.length === 0 ? '' : `.${didYouMean(near)}`}`,
      value.range,
      near,
    );
  }
  return {
    kind: 'test',
    scope: 'metadata',
    field: 'subset',
    valueKind: 'choice',
    matches: [{ kind: 'ids', ids }],
    negated: false,
  };
}

function pair(place: CallPlace, call: Call, relation: 'overlaps' | 'within'): TypedExpression | undefined {
  const [one, other, share] = call.arguments;
  if (one?.kind !== 'block' || other?.kind !== 'block')
    return place.fail(
      'CONDITION_EXPECTED',
      `${relation} needs two conditions, e.g. ${relation}({className = Car}, {className = Person}${relation === 'overlaps' ? ', 0.3' : ''})`,
      call.range,
    );
  const text = valueOf(share);
  const number =
    text === undefined
      ? relation === 'overlaps'
        ? 0
        : 1
      : text.kind === 'text' && isNumberText(text.text)
        ? Number(text.text)
        : Number.NaN;
  if (!(number >= 0 && number <= 1))
    return place.fail('VALUE', `The share of ${relation} is a number from 0 to 1`, call.range);
  const [first, second] = [place.expression(one.inner, 'instance'), place.expression(other.inner, 'instance')];
  return first === undefined || second === undefined
    ? undefined
    : { kind: 'pair', relation, first, second, share: number };
}

/** `changed(status, from, to, since)`: a change in the log; `none` leaves a place open. */
function changed(place: CallPlace, call: Call): TypedExpression | undefined {
  const [what, from, to, since] = call.arguments.map(valueOf);
  if (what?.kind !== 'text' || what.text.toLowerCase() !== 'status')
    return place.fail(
      'VALUE',
      'changed knows the status: changed(status, InProgress, Completed, daysAgo(7))',
      call.range,
    );
  const tests: TypedExpression[] = [];
  for (const [field, value] of [
    ['from', from],
    ['to', to],
  ] as const) {
    if (isNone(value) || value === undefined) continue;
    const { range } = value;
    const test = place.expression(
      {
        kind: 'cmp',
        field: { names: [field], range },
        operator: '=',
        negated: false,
        list: false,
        values: [value],
        range,
      },
      'history',
    );
    if (test === undefined) return undefined;
    tests.push(test);
  }
  if (!isNone(since) && since !== undefined) {
    const span = spanOf(since, place.schema);
    if (span === undefined)
      return place.fail('VALUE', 'The last value of changed is a date, e.g. daysAgo(7)', since.range);
    tests.push({
      kind: 'test',
      scope: 'history',
      field: 'at',
      valueKind: 'date',
      matches: [{ kind: 'span', from: span.from }],
      negated: false,
    });
  }
  return {
    kind: 'rows',
    source: { scope: 'history' },
    quantifier: 'any',
    condition: tests.length === 0 ? undefined : { kind: 'and', parts: tests },
  };
}
