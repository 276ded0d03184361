import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { Box } from './text-view.ts';

/** CSS pixels that the attributes of a span are wide, and their distance to its words. */
const POPOVER = { width: 260, gap: 14, margin: 16 } as const;

/** Left and top of what lies below a box, kept in a content of some width, as one text. */
export const placeBelow = ({ left, top, height }: Box, width: number): string =>
  `${Math.round(Math.max(POPOVER.margin, Math.min(left, width - POPOVER.width - POPOVER.margin)))} ${Math.round(top + height + POPOVER.gap)}`;

/** The number of the page that begins at a place, for places that are the mark between two pages. */
export function pageNumbers(text: string): (place: number) => number | undefined {
  const marks = new Map<number, number>();
  for (let at = text.indexOf('\f'); at >= 0; at = text.indexOf('\f', at + 1)) marks.set(at, marks.size + 2);
  return place => marks.get(place);
}

/** The number of the page that a place lies on, from 1. */
export function pageOf(text: string, place: number): number {
  let page = 1;
  for (let at = text.indexOf('\f'); at >= 0 && at <= place; at = text.indexOf('\f', at + 1)) page += 1;
  return page;
}

/** Returns the mark before the class of a span that was reviewed, as in pictures. */
export const reviewMark = ({ error }: Instance): string => (error === true ? '✕ ' : error === false ? '✓ ' : '');
