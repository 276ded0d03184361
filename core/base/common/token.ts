declare const offered: unique symbol;

/** A typed name for a service: `const Items = token<Items>('items/items')`. */
export type Token<T> = symbol & { readonly [offered]?: T };

/** Makes a token. The name is `plugin/service` and shows in error messages. */
export function token<T>(name: string): Token<T> {
  return Symbol.for(`loupe:${name}`) as Token<T>;
}
