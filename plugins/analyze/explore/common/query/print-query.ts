import type { Argument, Comparison, CountHead, Expression, Path, Query, Value } from './expression.ts';
import { isBareWord } from './tokens.ts';

const KEYWORDS: ReadonlySet<string> = new Set([
  'AND',
  'OR',
  'NOT',
  'ORDER',
  'ORDERBY',
  'LIMIT',
  'RANDOM',
  'IN',
  'CONTAINS',
  'STARTS',
  'ENDS',
  'MATCHES',
  'BETWEEN',
  'IS',
  'BY',
  'ASC',
  'DESC',
  'OFFSET',
]);
/** Words that end a bare value. */
const ENDS: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT', 'ORDER', 'ORDERBY', 'LIMIT', 'RANDOM']);
const QUANTIFIERS: ReadonlySet<string> = new Set(['any', 'all', 'none']);

/** True for text that means the same without quotes. */
export function isBareValue(text: string): boolean {
  const words = text.split(' ');
  return words.every(word => isBareWord(word) && !word.startsWith('--') && !ENDS.has(word.toUpperCase()));
}

/** The text of a query in its canonical form; reading it gives the same query again. */
export function printQuery({ condition, order, limit, random }: Query): string {
  return [
    ...(condition === undefined ? [] : [printExpression(condition)]),
    ...(order.length === 0
      ? []
      : [
          `ORDER BY ${order.map(({ key, descending }) => `${'names' in key ? printPath(key) : countHead(key)}${descending ? ' DESC' : ''}`).join(', ')}`,
        ]),
    ...(limit === undefined ? [] : [`LIMIT ${limit.count}${limit.offset === 0 ? '' : ` OFFSET ${limit.offset}`}`]),
    ...(random === undefined
      ? []
      : [random.seed === undefined ? `RANDOM ${random.count}` : `RANDOM (${random.count}, ${random.seed})`]),
  ].join(' ');
}

/** The text of a condition. */
export function printExpression(expression: Expression): string {
  switch (expression.kind) {
    case 'or':
      return expression.parts.map(part => bracketed(part, part.kind === 'or')).join(' OR ');
    case 'and':
      return expression.parts.map(part => bracketed(part, part.kind === 'or' || part.kind === 'and')).join(' AND ');
    case 'not':
      return `NOT ${bracketed(expression.part, expression.part.kind === 'or' || expression.part.kind === 'and' || expression.part.kind === 'not')}`;
    case 'count':
      return `${countHead(expression)} ${expression.operator} ${expression.amount}`;
    case 'call':
      return `${expression.name}(${expression.arguments.map(printArgument).join(', ')})`;
    case 'cmp':
      return printComparison(expression);
    case 'scope': {
      const names = expression.names.map((each, index) => printName(each, index === expression.names.length - 1));
      return `${[expression.scope, ...names, ...(expression.quantifier === 'any' ? [] : [expression.quantifier])].join('.')}(${expression.inner === undefined ? '' : printExpression(expression.inner)})`;
    }
  }
}

const bracketed = (part: Expression, brackets: boolean): string =>
  brackets ? `(${printExpression(part)})` : printExpression(part);

const countHead = ({ name, inner }: CountHead): string =>
  `${name}(${inner === undefined ? '' : printExpression(inner)})`;

const printPath = ({ names }: Path): string => names.map(each => printName(each, false)).join('.');

function printName(name: string, last: boolean): string {
  const plain =
    /^[\p{L}_][\p{L}\p{M}\p{N}_-]*$/u.test(name) &&
    !KEYWORDS.has(name.toUpperCase()) &&
    !(last && QUANTIFIERS.has(name.toLowerCase()));
  return plain ? name : `\`${name}\``;
}

/** A value as it is written, in quotes where it was or where it must be. */
export function printValue(value: Value): string {
  if (value.kind === 'computed') return `${value.name}(${value.amount ?? ''})`;
  return value.quoted || !isBareValue(value.text) ? `"${value.text.replace(/(["\\])/g, '\\$1')}"` : value.text;
}

const printList = (values: readonly Value[]): string => `[${values.map(printValue).join(', ')}]`;

function printArgument(argument: Argument): string {
  if (argument.kind === 'value') return printValue(argument.value);
  return argument.kind === 'list' ? printList(argument.values) : `{${printExpression(argument.inner)}}`;
}

const WORDS = {
  in: 'IN',
  contains: 'CONTAINS',
  starts: 'STARTS WITH',
  ends: 'ENDS WITH',
  matches: 'MATCHES',
  between: 'BETWEEN',
} as const;

function printComparison({ field, operator, negated, list, values }: Comparison): string {
  const name = printPath(field);
  if (operator === 'empty') return `${name} IS ${negated ? 'NOT ' : ''}EMPTY`;
  const word = operator in WORDS ? WORDS[operator as keyof typeof WORDS] : operator;
  const right =
    operator === 'between' ? values.map(printValue).join(' AND ') : list ? printList(values) : printValue(values[0]!);
  return `${name} ${negated ? 'NOT ' : ''}${word} ${right}`;
}
