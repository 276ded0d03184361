import type { QueryProblem, Range } from './expression.ts';
import { queryLimits } from './query-limits.ts';

/** A piece of a query: a word (bare value, name, keyword), a quoted text, a name in back-quotes, a sign, or the end. */
export interface Token {
  readonly kind: 'word' | 'quoted' | 'name' | 'sign' | 'end';
  /** The text without quotes. */
  readonly text: string;
  readonly range: Range;
}

const WORD = /[\p{L}\p{M}\p{N}_@.+\-/:#%]+/uy;
const SIGNS = ['==', '!=', '<>', '>=', '<=', '=<', '=>', '=', '>', '<', '(', ')', '[', ']', '{', '}', ','] as const;

/** True for text that needs no quotes as one word of a value. */
export const isBareWord = (text: string): boolean => /^[\p{L}\p{M}\p{N}_@.+\-/:#%]+$/u.test(text);

/**
 * Cuts a query into tokens; a value that belongs to none is reported and left out. After a hundred problems the rest is
 * left unread.
 */
export function tokensOf(text: string): {
  readonly tokens: readonly Token[];
  readonly problems: readonly QueryProblem[];
} {
  const tokens: Token[] = [];
  const problems: QueryProblem[] = [];
  let at = 0;
  while (at < text.length && problems.length < queryLimits.problems) {
    const character = text[at]!;
    if (/\s/.test(character)) {
      at += 1;
    } else if (text.startsWith('--', at)) {
      const end = text.indexOf('\n', at);
      at = end === -1 ? text.length : end;
    } else if (character === '"' || character === "'" || character === '`') {
      const end = closing(text, at);
      if (end === undefined)
        problems.push({
          code: 'QUOTE_MISSING',
          message: `The closing ${character} is missing`,
          from: at,
          to: text.length,
          suggestions: [],
        });
      const to = end ?? text.length;
      const inner = text.slice(at + 1, end === undefined ? to : to - 1);
      tokens.push({
        kind: character === '`' ? 'name' : 'quoted',
        text: character === '`' ? inner : inner.replace(/\\(["'\\])/g, '$1'),
        range: [at, to],
      });
      at = to;
    } else {
      WORD.lastIndex = at;
      const word = WORD.exec(text)?.[0];
      const sign = word === undefined ? SIGNS.find(each => text.startsWith(each, at)) : undefined;
      const found = word ?? sign;
      if (found === undefined) {
        const odd = String.fromCodePoint(text.codePointAt(at)!);
        problems.push({
          code: 'CHARACTER',
          message: `“${odd}” is not part of the query language. Put values that contain it in quotes`,
          from: at,
          to: at + odd.length,
          suggestions: [],
        });
        at += odd.length;
      } else {
        tokens.push({ kind: word === undefined ? 'sign' : 'word', text: found, range: [at, at + found.length] });
        at += found.length;
      }
    }
  }
  return { tokens: [...tokens, { kind: 'end', text: '', range: [text.length, text.length] }], problems };
}

/** The place after the quote that closes the one at `start`; undefined when there is none. */
function closing(text: string, start: number): number | undefined {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\' && quote !== '`') at += 1;
    else if (text[at] === quote) return at + 1;
  }
  return undefined;
}
