import type { NamedClass, QuerySchema } from '../query/query-schema.ts';
import { isBareValue } from '../query/print-query.ts';
import type { Word } from './words.ts';
import { nameWords, sameNoun } from './words.ts';

/** A question that cannot be translated; the message says what to ask instead. */
export class NotTranslatable extends Error {}

/** A text as a value of a query, in quotes where it needs them. */
export const written = (text: string): string =>
  isBareValue(text) && !/^(none|null|true|false)$/i.test(text) ? text : `"${text.replace(/(["\\])/g, '\\$1')}"`;

/** Values after a field: `= a` or `IN [a, b]`, negated on demand. */
export function among(values: readonly string[], negated = false): string {
  if (values.length === 1) return `${negated ? '!=' : '='} ${values[0]}`;
  return `${negated ? 'NOT IN' : 'IN'} [${values.join(', ')}]`;
}

/** Reads a question word by word, and knows the names of the project it is about. */
export class PhraseReader {
  at = 0;
  /** Projects have up to ten thousand folders, and each is looked for at many places. */
  readonly #nameWords = new Map<string, readonly string[]>();

  constructor(
    readonly words: readonly Word[],
    readonly schema: QuerySchema,
  ) {}

  get ended(): boolean {
    return this.at >= this.words.length;
  }

  get now(): Word | undefined {
    return this.words[this.at];
  }

  /** Takes the longest of some phrases, separated by `|`, that comes next. Words in parentheses are optional. */
  take(phrases: string): string | undefined {
    const [length, found] = this.#longest(phrases);
    this.at += length;
    return found;
  }

  /** Returns whether one of some phrases comes next. */
  sees(phrases: string): boolean {
    return this.#longest(phrases)[1] !== undefined;
  }

  #longest(phrases: string): readonly [number, string | undefined] {
    let best: readonly [number, string | undefined] = [0, undefined];
    for (const phrase of phrases.split('|')) {
      const words = phrase.split(' ');
      const length = this.#matched(words, this.at);
      if (length !== undefined && (best[1] === undefined || length > best[0])) best = [length, phrase];
    }
    return best;
  }

  #matched(words: readonly string[], from: number): number | undefined {
    let at = from;
    for (const word of words) {
      const optional = word.startsWith('(');
      const wanted = optional ? word.slice(1, -1) : word;
      const own = this.words[at];
      if (own !== undefined && !own.quoted && own.lower === wanted) at += 1;
      else if (!optional) return undefined;
    }
    return at - from;
  }

  /** Does what `read` does, or nothing when that answers undefined. */
  attempt<T>(read: () => T | undefined): T | undefined {
    const { at } = this;
    const found = read();
    if (found === undefined) this.at = at;
    return found;
  }

  /** Takes one of some names, the longest that comes next, in the plural or not. */
  name<N extends { readonly name: string }>(names: readonly N[]): N | undefined {
    let best: { readonly each: N; readonly length: number } | undefined;
    for (const each of names) {
      const length = this.#named(each.name);
      if (length > (best?.length ?? 0)) best = { each, length };
    }
    this.at += best?.length ?? 0;
    return best?.each;
  }

  #named(name: string): number {
    const own = this.now;
    if (own === undefined) return 0;
    if (own.lower === name.toLowerCase()) return 1;
    if (own.quoted) return 0;
    const words = this.#nameWords.get(name) ?? nameWords(name);
    this.#nameWords.set(name, words);
    const same = words.every((word, index) => {
      const other = this.words[this.at + index];
      if (other === undefined || other.quoted) return false;
      return index === words.length - 1 ? sameNoun(word, other.lower) : word === other.lower;
    });
    return same ? words.length : 0;
  }

  className(): NamedClass | undefined {
    return this.name(this.schema.classes);
  }

  /** Takes a person: `me()`, or an e-mail. A name that several people have is asked about. */
  person(): string | undefined {
    if (this.take('me|myself|i') !== undefined) return 'me()';
    const { now } = this;
    if (now?.lower.includes('@') === true) {
      this.at += 1;
      return written(now.text);
    }
    const { members } = this.schema;
    const full = this.name(members);
    if (full !== undefined) {
      if (members.filter(each => each.name === full.name).length > 1)
        throw new NotTranslatable(`Several people are called “${full.name}”. Name one by e-mail.`);
      return written(full.email);
    }
    if (now === undefined || now.quoted) return undefined;
    const named = members.filter(
      each =>
        nameWords(each.name).includes(now.lower.replace(/'s$/, '')) ||
        each.email.toLowerCase().split('@')[0] === now.lower,
    );
    if (named.length > 1)
      throw new NotTranslatable(
        `“${now.text}” may be ${named.map(each => each.email).join(' or ')}. Name one by e-mail.`,
      );
    if (named[0] === undefined) return undefined;
    this.at += 1;
    return written(named[0].email);
  }

  /** Takes several of a kind: `a, b or c`. `joint` is how they are joined. */
  several<T>(read: () => T | undefined): { readonly found: readonly T[]; readonly joint: 'and' | 'or' } | undefined {
    const first = this.attempt(read);
    if (first === undefined) return undefined;
    const found = [first];
    let joint: 'and' | 'or' | undefined;
    const neither = this.words.slice(0, this.at).some(each => each.lower === 'neither');
    for (;;) {
      const next = this.attempt(() => {
        const sign = this.take(neither ? ', and|, or|and|or|,|nor|, nor' : ', and|, or|and|or|,');
        if (sign === undefined) return undefined;
        const value = read();
        return value === undefined ? undefined : { sign, value };
      });
      if (next === undefined) return { found, joint: joint ?? 'or' };
      found.push(next.value);
      if (next.sign === ',') continue;
      const own = next.sign.endsWith('and') ? 'and' : 'or';
      if (joint !== undefined && joint !== own)
        throw new NotTranslatable(
          'It is not clear how “and” and “or” belong together. Ask in two steps, or write the query.',
        );
      joint = own;
    }
  }
}

/** Reads one condition on items; undefined when the words say something else. */
export type ItemPhrase = (reader: PhraseReader, negated: boolean) => string | undefined;
