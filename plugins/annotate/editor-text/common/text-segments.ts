/** Units a text is divided into. */
export const tokenUnits = ['character', 'word', 'sentence'] as const;
export type TokenUnit = (typeof tokenUnits)[number];

/**
 * A part of a text in UTF-16 units; the parts of a text lie side by side. `isWord` is false for white space and marks
 * between words.
 */
export interface TextSegment {
  readonly start: number;
  readonly end: number;
  readonly isWord: boolean;
}

/**
 * UTF-16 units that are segmented at once. Segmenting takes time by the square of the length: a megabyte at once takes
 * minutes.
 */
const PIECE: Readonly<Record<TokenUnit, number>> = { character: 1000, word: 1000, sentence: 4000 };

/** UTF-16 units after which a sentence without an end is cut. */
const LONGEST_SENTENCE = 16_000;

const granularities = { character: 'grapheme', word: 'word', sentence: 'sentence' } as const;
const segmenters = new Map<string, Intl.Segmenter>();

function segmenterOf(unit: TokenUnit, locale: string | undefined): Intl.Segmenter {
  const key = `${unit} ${locale ?? ''}`;
  const known = segmenters.get(key) ?? new Intl.Segmenter(locale, { granularity: granularities[unit] });
  segmenters.set(key, known);
  return known;
}

/** A sentence does not end behind these, nor behind the initial of a name. */
const abbreviation =
  /(?:^|[\s("'“‘«])(?:\p{Lu}|[douz]|[Dd]r|[Pp]rof|Mr|Mrs|Ms|Messrs|Mme|Mlle|Hr|Fr|St|Rev|Gen|Capt|Lt|Col|Sgt|Gov|Sen|Rep|[Ff]ig|[Nn]o|Nr|[Vv]ol|pp?|[Ss]ec|[Cc]h|[Ee]d|vs|cf|al|ca|bzw|vgl|[Aa]bs|[Aa]rt|e\.\s?g|i\.\s?e|z\.\s?B|d\.\s?h|u\.\s?a|o\.\s?ä)\.\s*$/u;

const initials = /^\p{L}(?:\.\p{L})+$/u;

/**
 * Divides a text into segments, piece by piece; the last segment of a piece is taken with the next one, which may
 * continue it.
 */
export function* textSegments(text: string, unit: TokenUnit, locale?: string): Generator<TextSegment, void, undefined> {
  const segmenter = segmenterOf(unit, locale);
  for (let at = 0; at < text.length;) {
    const lineEnd = text.indexOf('\n', at);
    const paragraphEnd = lineEnd < 0 ? text.length : lineEnd + 1;
    let size = PIECE[unit];
    for (;;) {
      const end = Math.min(paragraphEnd, at + size);
      const found = merged(text.slice(at, end), segmenter, unit);
      const isWhole = end === paragraphEnd;
      const cut = isWhole || size >= LONGEST_SENTENCE ? found.length : found.length - 1;
      if (cut > 0) {
        for (const { start, end: last, isWord } of found.slice(0, cut))
          yield { start: at + start, end: at + last, isWord };
        at += found[cut - 1]!.end;
        break;
      }
      size *= 2;
    }
  }
}

function merged(piece: string, segmenter: Intl.Segmenter, unit: TokenUnit): readonly TextSegment[] {
  const all: TextSegment[] = [];
  for (const { index, segment, isWordLike } of segmenter.segment(piece)) {
    const before = all.at(-1);
    const isContinued =
      before !== undefined &&
      ((unit === 'sentence' && abbreviation.test(piece.slice(before.start, before.end))) ||
        // The last dot of “U.S.” belongs to it.
        (unit === 'word' && segment === '.' && initials.test(piece.slice(before.start, before.end))));
    if (isContinued) all[all.length - 1] = { ...before, end: index + segment.length };
    else all.push({ start: index, end: index + segment.length, isWord: isWordLike !== false });
  }
  return all;
}

/** A token of a text, places in UTF-16 units. */
export interface TextToken {
  readonly start: number;
  readonly end: number;
  readonly kind: TokenUnit | 'mark';
}

/**
 * The tokens of a text in its order, without the white space around them. Each step of the generator may be awaited.
 */
export function* textTokens(
  text: string,
  unit: TokenUnit,
  locale?: string,
): Generator<undefined, readonly TextToken[], undefined> {
  const tokens: TextToken[] = [];
  for (const { start, end, isWord } of textSegments(text, unit, locale)) {
    const whole = text.slice(start, end);
    const bare = whole.trim();
    if (bare !== '') {
      const first = start + whole.indexOf(bare);
      tokens.push({ start: first, end: first + bare.length, kind: isWord ? unit : 'mark' });
    }
    yield;
  }
  return tokens;
}
