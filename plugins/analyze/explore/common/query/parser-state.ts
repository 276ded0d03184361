import type { QueryProblem, Range } from './expression.ts';
import { queryLimits } from './query-limits.ts';
import type { Token } from './tokens.ts';

/** Words that end a bare value. */
const ENDS: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT', 'ORDER', 'ORDERBY', 'LIMIT', 'RANDOM']);

/** Leaves the condition that is being read; the problem is noted already. */
export class Abandoned extends Error {}

/** The place in the tokens of a query, and the problems found so far. */
export class ParserState {
  readonly problems: QueryProblem[];
  #at = 0;
  #depth = 0;

  constructor(
    private readonly tokens: readonly Token[],
    problems: readonly QueryProblem[],
  ) {
    this.problems = [...problems];
  }

  get now(): Token {
    return this.tokens[this.#at]!;
  }

  get next(): Token {
    return this.tokens[Math.min(this.#at + 1, this.tokens.length - 1)]!;
  }

  get before(): Token {
    return this.tokens[Math.max(0, this.#at - 1)]!;
  }

  get place(): number {
    return this.#at;
  }

  take(): Token {
    const token = this.now;
    if (token.kind !== 'end') this.#at += 1;
    return token;
  }

  back(place: number): void {
    this.#at = place;
  }

  isSign(...signs: readonly string[]): boolean {
    return this.now.kind === 'sign' && signs.includes(this.now.text);
  }

  /** True for a keyword in any case; the word in quotes is none. */
  isWord(...words: readonly string[]): boolean {
    return this.now.kind === 'word' && words.includes(this.now.text.toUpperCase());
  }

  takeWord(...words: readonly string[]): boolean {
    if (!this.isWord(...words)) return false;
    this.take();
    return true;
  }

  takeSign(...signs: readonly string[]): boolean {
    if (!this.isSign(...signs)) return false;
    this.take();
    return true;
  }

  /** True where a bare value is over. */
  endsValue(): boolean {
    return (
      this.now.kind === 'end' ||
      this.now.kind === 'sign' ||
      (this.now.kind === 'word' && ENDS.has(this.now.text.toUpperCase()))
    );
  }

  /** Notes a problem and goes on; with a hundred of them nothing more is read. */
  note(code: string, message: string, range: Range = this.now.range, suggestions: readonly string[] = []): void {
    if (this.problems.length < queryLimits.problems)
      this.problems.push({ code, message, from: range[0], to: range[1], suggestions });
    if (this.problems.length >= queryLimits.problems) this.#at = this.tokens.length - 1;
  }

  /** Notes a problem and leaves the condition. */
  fail(code: string, message: string, range?: Range, suggestions?: readonly string[]): never {
    this.note(code, message, range, suggestions);
    throw new Abandoned();
  }

  expectSign(sign: string): void {
    if (this.takeSign(sign)) return;
    this.fail('SIGN_MISSING', `“${sign}” is missing`);
  }

  /** Goes to the next AND, OR, closing bracket or end that belongs to where the reading began. */
  recover(): void {
    for (let open = 0; this.now.kind !== 'end'; this.take()) {
      if (this.isSign('(', '[', '{')) open += 1;
      else if (this.isSign(')', ']', '}')) {
        if (open === 0) return;
        open -= 1;
      } else if (open === 0 && this.isWord('AND', 'OR')) return;
    }
  }

  /** Reads one level deeper. */
  deeper<T>(most: number, read: () => T): T {
    if (this.#depth === most) this.fail('TOO_DEEP', `Brackets are nested more than ${most} deep`);
    this.#depth += 1;
    try {
      return read();
    } finally {
      this.#depth -= 1;
    }
  }
}
