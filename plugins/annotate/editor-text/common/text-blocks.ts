import type { Stretch } from './snap-selection.ts';
import { lineStarts } from './text-lines.ts';

/** UTF-16 units of a block at most: a line of a megabyte is not laid out at once. */
export const longestBlock = 2000;

/** A text in the pieces in which it is laid out: its lines, those that are very long in several. */
export interface TextBlocks {
  /** Start of each block, in UTF-16 units; the first at 0. */
  readonly starts: Uint32Array;
  /** Number of the line, 1 and up, of blocks that begin one; 0 for those that go on. */
  readonly lineNumbers: Uint32Array;
}

export function textBlocks(text: string): TextBlocks {
  const starts: number[] = [];
  const lineNumbers: number[] = [];
  const lines = lineStarts(text);
  for (const [line, start] of lines.entries()) {
    const end = lines[line + 1] ?? text.length;
    starts.push(start);
    lineNumbers.push(line + 1);
    for (let at = nextBreak(text, start, end); at < end; at = nextBreak(text, at, end)) {
      starts.push(at);
      lineNumbers.push(0);
    }
  }
  return { starts: Uint32Array.from(starts), lineNumbers: Uint32Array.from(lineNumbers) };
}

/** Returns the range of a block's text, without its line end. */
export function blockStretch(text: string, { starts }: TextBlocks, block: number): Stretch {
  const start = starts[block]!;
  const end = starts[block + 1] ?? text.length;
  return { start, end: end > start && text[end - 1] === '\n' ? end - 1 : end };
}

/** Behind the last white space of a block, else where no character is cut. */
function nextBreak(text: string, start: number, end: number): number {
  const most = start + longestBlock;
  if (most >= end) return end;
  for (let at = most; at > most - longestBlock / 2; at -= 1) if (/\s/.test(text[at - 1]!)) return at;
  const around = text.slice(most - 64, most + 64);
  const segment = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(around).containing(64);
  return segment === undefined || segment.index === 0 ? most : most - 64 + segment.index;
}
