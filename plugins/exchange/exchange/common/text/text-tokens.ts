/** A stretch of a text that tools take for one word or mark. Places in code points, `end` the first beyond. */
export interface TextToken {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** A line end lies between it and the one before. */
  readonly breaks: boolean;
}

/** Characters between tokens. */
const blank = '\\s\\p{Z}\\p{Cc}';
export const isBlank = new RegExp(`^[${blank}]$`, 'u');
const word = '[\\p{L}\\p{N}\\p{M}]';
// Letters and digits with their marks and joiners; two letters of a flag; else one character, with what changes its
// looks.
const pattern = new RegExp(
  `${word}(?:${word}|[\\u200c\\u200d](?=${word}))*|\\p{RI}{2}|[^${blank}](?:[\\p{M}\\p{EMod}]|\\u200d[^${blank}])*`,
  'gu',
);

const pointsIn = (text: string): number => {
  let count = 0;
  for (const point of text) count += point.length > 0 ? 1 : 0;
  return count;
};

/**
 * Splits a text at white space and marks: letters and digits stay together, each other character is alone.
 *
 * @param cuts places in code points at which a token ends whatever it is
 */
export function tokensOf(text: string, cuts: ReadonlySet<number> = new Set()): readonly TextToken[] {
  const tokens: TextToken[] = [];
  let [unit, point] = [0, 0];
  for (const { 0: match, index } of text.matchAll(pattern)) {
    const between = text.slice(unit, index);
    point += pointsIn(between);
    let breaks = between.includes('\n');
    let piece = '';
    let start = point;
    const close = (): void => {
      if (piece === '') return;
      tokens.push({ text: piece, start, end: point, breaks });
      [piece, start, breaks] = ['', point, false];
    };
    for (const character of match) {
      if (cuts.has(point)) close();
      piece += character;
      point += 1;
    }
    close();
    unit = index + match.length;
  }
  return tokens;
}

/** The tokens that a span touches, as first and last number; undefined when it lies on white space alone. */
export function touched(
  tokens: readonly TextToken[],
  start: number,
  end: number,
): readonly [number, number] | undefined {
  let [low, high] = [0, tokens.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tokens[middle]!.end > start) high = middle;
    else low = middle + 1;
  }
  let last = low;
  while (last < tokens.length && tokens[last]!.start < end) last += 1;
  return last === low ? undefined : [low, last - 1];
}
