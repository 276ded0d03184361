import type { LoupeClient } from './loupe-client.ts';

/** Units of a text. Characters are those people see: an emoji of several code points is one. */
export type TokenUnit = 'character' | 'word' | 'sentence';

/** A token of a text. Places are UTF-16 units, as `String.slice` takes them; `mark` is what is between words. */
export interface LoupeToken {
  readonly start: number;
  readonly end: number;
  readonly kind: TokenUnit | 'mark';
}

/**
 * Divides a text of at most a million UTF-16 units as the text editor does when selections snap, without the white
 * space around tokens.
 *
 *     for (const { start, end } of await tokenize(loupe, text, 'sentence', { locale: 'en' }))
 *       console.log(text.slice(start, end));
 *
 * @throws LoupeError
 */
export async function tokenize(
  client: LoupeClient,
  text: string,
  unit: TokenUnit = 'word',
  options: {
    /** A language tag; the language of the server when absent. */
    readonly locale?: string;
    readonly signal?: AbortSignal;
  } = {},
): Promise<readonly LoupeToken[]> {
  const { locale, signal } = options;
  const { tokens, kinds } = await client.call<{
    readonly tokens: readonly (readonly [number, number])[];
    readonly kinds: readonly LoupeToken['kind'][];
  }>('/tokenize', {
    service: 'ml',
    method: 'POST',
    body: { text, unit, ...(locale === undefined ? {} : { locale }) },
    ...(signal === undefined ? {} : { signal }),
  });
  return tokens.map(([start, end], at) => ({ start, end, kind: kinds[at]! }));
}
