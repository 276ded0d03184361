/** Offers for a place in a text, as the server answered them. Ranges are characters of the text. */
export interface Offers {
  readonly from: number;
  readonly to: number;
  readonly suggestions: readonly { readonly text: string; readonly kind: string }[];
}

/** A text, and the place of the caret in it. */
export interface Typed {
  readonly text: string;
  readonly caret: number;
}

/**
 * Offers of a moment ago that still hold: while the same word is typed on, those that still begin with it. Undefined
 * when the text before them became another. Text that is there already is no offer.
 */
export function offersNow({ from, suggestions }: Offers, asked: Typed, { text, caret }: Typed): Offers | undefined {
  if (caret < from || text.slice(0, from) !== asked.text.slice(0, from)) return undefined;
  const typed = text.slice(from, caret);
  // Another word was begun since.
  if ((text !== asked.text || caret !== asked.caret) && !/^[\p{L}\p{N}_.`"-]*$/u.test(typed)) return undefined;
  const begun = typed.toLowerCase();
  return {
    from,
    to: caret,
    suggestions: suggestions.filter(
      each => each.text !== typed && each.text.toLowerCase().replace(/^"/, '').startsWith(begun.replace(/^"/, '')),
    ),
  };
}

/** The text with an offer in its place: what follows can be typed at once. */
export function taken({ text }: Typed, { from, to }: Pick<Offers, 'from' | 'to'>, offer: string): Typed {
  const rest = text.slice(to);
  const gap = /[(.]$/.test(offer) || /^[\s)\],]/.test(rest) ? '' : ' ';
  const before = from > 0 && /[=!<>,]/.test(text[from - 1]!) ? ' ' : '';
  const put = `${before}${offer}${gap}`;
  return { text: text.slice(0, from) + put + rest, caret: from + put.length };
}

/** A stretch of a query with a little of the text around it. */
export interface MarkedQuery {
  readonly before: string;
  readonly marked: string;
  readonly after: string;
}

/** Characters of a query that are shown on either side of a problem. */
const AROUND = 32;

/** Returns a query with the place of a problem marked. At its end, where there is no text, a space is marked. */
export function markedQuery(text: string, { from, to }: { readonly from: number; readonly to: number }): MarkedQuery {
  const [start, end] = [Math.min(from, text.length), Math.min(Math.max(from, to), text.length)];
  return {
    before: `${start > AROUND ? '…' : ''}${text.slice(Math.max(0, start - AROUND), start)}`,
    marked: text.slice(start, end) || ' ',
    after: `${text.slice(end, end + AROUND)}${text.length > end + AROUND ? '…' : ''}`,
  };
}
