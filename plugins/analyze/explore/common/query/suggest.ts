import type { ScopeName } from './expression.ts';
import { countNames, functionNames, scopeNames, valueFunctions } from './expression.ts';
import type { Field, FieldScope } from './fields.ts';
import { fields, fieldScope } from './fields.ts';
import { sameName } from './parse-value.ts';
import { isBareValue } from './print-query.ts';
import type { QuerySchema } from './query-schema.ts';
import { operatorsOf } from './operators.ts';
import type { Token } from './tokens.ts';
import { tokensOf } from './tokens.ts';

/** A text that is possible at the caret. */
export interface Suggestion {
  readonly text: string;
  readonly kind: 'scope' | 'function' | 'field' | 'operator' | 'value' | 'keyword';
}

/** Suggestions, and the part of the text that they replace. */
export interface Suggestions {
  readonly from: number;
  readonly to: number;
  readonly suggestions: readonly Suggestion[];
}

/** Most offers at once. */
const MOST = 50;

/**
 * Returns the possible texts at the caret: scopes and functions, then fields, then operators of the field, then its
 * values (explore query 5).
 */
export function suggest(text: string, caret: number, schema: QuerySchema): Suggestions {
  const { tokens } = tokensOf(text.slice(0, caret));
  const before = tokens.slice(0, -1);
  const last = before.at(-1);
  const typing = last !== undefined && last.range[1] === caret && last.kind !== 'sign' ? last : undefined;
  const settled = typing === undefined ? before : before.slice(0, -1);
  const start = typing?.text.lastIndexOf('.') ?? -1;
  const from = typing === undefined ? caret : typing.range[0];
  const offers = offersAfter(settled, typing?.text.slice(0, start + 1) ?? '', schema);
  const typed = typing?.text.toLowerCase() ?? '';
  return {
    from,
    to: caret,
    suggestions: offers.filter(each => each.text.toLowerCase().replace(/^"/, '').startsWith(typed)).slice(0, MOST),
  };
}

function offersAfter(settled: readonly Token[], path: string, schema: QuerySchema): readonly Suggestion[] {
  const scope = scopeAround(settled);
  const last = settled.at(-1);
  const previous = settled.at(-2);
  if (
    last === undefined ||
    (last.kind === 'sign' && ['(', '{'].includes(last.text)) ||
    isKeyword(last, 'AND', 'OR', 'NOT')
  )
    return startOffers(scope, path, schema);
  const named = (token: Token | undefined): Field | undefined =>
    token?.kind === 'word' ? fieldOf(token.text, scope) : undefined;
  if (last.kind === 'sign' && /^[=!<>]/.test(last.text)) return valuesOf(named(previous), schema);
  if (last.kind === 'sign' && (last.text === '[' || last.text === ',')) {
    const open = settled.findLastIndex(each => each.kind === 'sign' && each.text === '[');
    const head = settled
      .slice(0, open)
      .filter(each => !isKeyword(each, 'IN', 'NOT', 'CONTAINS'))
      .at(-1);
    return open === -1 ? [] : valuesOf(named(head), schema);
  }
  if (isKeyword(last, 'CONTAINS', 'WITH', 'BETWEEN'))
    return valuesOf(
      named(
        settled.findLast(
          each => each.kind === 'word' && !isKeyword(each, 'CONTAINS', 'WITH', 'BETWEEN', 'STARTS', 'ENDS', 'NOT'),
        ),
      ),
      schema,
    );
  const field = named(last);
  if (field !== undefined && !(previous?.kind === 'sign' && /^[=!<>]/.test(previous.text)))
    return operatorsOf(field.kind).map(text => ({ text, kind: 'operator' }));
  return ['AND', 'OR', ...(scope === undefined ? ['ORDER BY', 'LIMIT', 'RANDOM'] : [])].map(text => ({
    text,
    kind: 'keyword',
  }));
}

const isKeyword = (token: Token, ...words: readonly string[]): boolean =>
  token.kind === 'word' && words.includes(token.text.toUpperCase());

/** The scope of the brackets that enclose the end of the tokens. */
function scopeAround(tokens: readonly Token[]): FieldScope | undefined {
  const open: (FieldScope | undefined)[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'sign') continue;
    if (token.text === '(' || token.text === '{') {
      const head = tokens[index - 1]?.kind === 'word' ? tokens[index - 1]!.text.split('.')[0]! : '';
      const scope =
        sameName(scopeNames, head) ?? (sameName(countNames, head)?.replace(/Count$/, '') as ScopeName | undefined);
      open.push(
        token.text === '{'
          ? 'instance'
          : scope === undefined || (scope as string) === 'row'
            ? open.at(-1)
            : fieldScope(scope),
      );
    } else if (token.text === ')' || token.text === '}') open.pop();
  }
  return open.at(-1);
}

function fieldOf(text: string, scope: FieldScope | undefined): Field | undefined {
  const [head = '', ...rest] = text.split('.');
  const named = rest.length === 0 ? undefined : sameName(scopeNames, head);
  const own = named === undefined ? scope : fieldScope(named);
  const name = (named === undefined ? text : rest.at(-1)!).toLowerCase();
  if (own === 'custom' || own === 'component') return fields[own][0];
  const lists = own === undefined ? [...fields.metadata, ...fields.instance] : fields[own];
  return lists.find(
    each => each.name.toLowerCase() === name || each.name.toLowerCase() === rest.join('.').toLowerCase(),
  );
}

function startOffers(scope: FieldScope | undefined, path: string, schema: QuerySchema): readonly Suggestion[] {
  if (scope !== undefined) return fields[scope].map(each => ({ text: each.name, kind: 'field' }));
  const head = path.split('.')[0] ?? '';
  const named = path === '' ? undefined : sameName(scopeNames, head);
  if (named === 'custom')
    return schema.custom.map(each => ({ text: `${head}.${shownName(each.name)}`, kind: 'field' }));
  if (named === 'component')
    return schema.components.map(each => ({ text: `${head}.${shownName(each)}`, kind: 'field' }));
  if (named === 'assignment')
    return schema.roles.map(each => ({ text: `${head}.${shownName(each.name)}(`, kind: 'scope' }));
  const own = named === undefined ? undefined : fieldScope(named);
  if (own !== undefined) return fields[own].map(each => ({ text: `${head}.${each.name}`, kind: 'field' }));
  return [
    ...scopeNames.map((each): Suggestion => ({
      text: ['component', 'custom'].includes(each) ? `${each}.` : `${each}(`,
      kind: 'scope',
    })),
    ...[...countNames, ...functionNames.filter(each => each !== 'semantic' || schema.wordsReason === undefined)].map(
      (each): Suggestion => ({ text: `${each}(`, kind: 'function' }),
    ),
    ...fields.metadata.map((each): Suggestion => ({ text: each.name, kind: 'field' })),
  ];
}

const shownName = (name: string): string => (/^[\p{L}_][\p{L}\p{N}_-]*$/u.test(name) ? name : `\`${name}\``);

function valuesOf(field: Field | undefined, schema: QuerySchema): readonly Suggestion[] {
  const value = (text: string): Suggestion => ({
    text: isBareValue(text) ? text : JSON.stringify(text),
    kind: 'value',
  });
  if (field === undefined) return [];
  switch (field.kind) {
    case 'choice':
      return [...new Set(field.choices!(schema).map(each => each.name))].map(value);
    case 'boolean':
      return ['true', 'false'].map(value);
    case 'date':
      return valueFunctions
        .filter(each => each !== 'me')
        .map(each => ({ text: `${each}(${each.endsWith('Ago') ? '7' : ''})`, kind: 'value' }));
    case 'attribute':
      return [
        ...new Set(
          schema.classes
            .flatMap(each => each.groups)
            .flatMap(group => group.attributes)
            .map(each => each.name),
        ),
      ].map(value);
    case 'folded':
      return field.name.toLowerCase().includes('email') || field.name.endsWith('By') || field.name === 'user'
        ? [{ text: 'me()', kind: 'value' }, ...schema.members.map(each => value(each.email))]
        : [];
    default:
      return [];
  }
}
