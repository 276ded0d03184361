import { z } from '#core/api/common/index.ts';

/** A shape on the small picture of an item. */
export const summaryShape = z.object({
  /** `#RRGGBB` of its class. */
  color: z.string(),
  /** SVG path in thousandths of the width and height of the picture. */
  path: z.string(),
});

/** Facts on cards and rows of items beside their own fields. */
export const itemSummary = z.object({
  item_id: z.int(),
  /** Objects of its annotations, tags included. */
  objects: z.int(),
  /** Comments that are not resolved, as far as the caller sees comments. */
  comments: z.int(),
  /** The beginning of its text, or of the values of its form. */
  excerpt: z.string().nullable(),
  shapes: z.array(summaryShape),
});
export type ItemSummary = z.output<typeof itemSummary>;

/** Most items of one request. */
export const MOST_SUMMARIES = 100;

/** Characters of an excerpt. */
export const EXCERPT_LENGTH = 240;

/** Returns the beginning of a text on one line, cut at a word. */
export function excerptOf(text: string): string | null {
  const line = text
    .slice(0, EXCERPT_LENGTH * 4)
    .replaceAll(/[\s\p{Cc}\uFFFD]+/gu, ' ')
    .trim();
  if (line === '') return null;
  if (line.length <= EXCERPT_LENGTH) return line;
  const cut = line.slice(0, EXCERPT_LENGTH);
  const space = cut.lastIndexOf(' ');
  return `${cut.slice(0, space > EXCERPT_LENGTH / 2 ? space : EXCERPT_LENGTH)}…`;
}
