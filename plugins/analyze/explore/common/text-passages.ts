/** Characters of a passage: about 200 tokens, which a model reads at once. */
const LONGEST = 800;
/** Passages of one text; what comes after them is not compared. */
const MOST = 400;

/** Divides a text into passages that follow each other; each ends at a paragraph, a sentence or a word where there is one. */
export function passagesOf(text: string): readonly string[] {
  const passages: string[] = [];
  for (let start = 0; start < text.length && passages.length < MOST;) {
    const end = start + LONGEST >= text.length ? text.length : start + endOf(text.slice(start, start + LONGEST));
    const passage = text.slice(start, end).trim();
    if (passage !== '') passages.push(passage);
    start = end;
  }
  return passages;
}

/** Shortest part of a passage after which it may end. */
const LEAST = LONGEST / 2;

function endOf(part: string): number {
  for (const pattern of [/\n\s*\n/g, /[.!?。！？]["”’)]?\s/g, /\s/g]) {
    const ends = [...part.matchAll(pattern)].map(each => each.index + each[0].length).filter(end => end >= LEAST);
    if (ends.length > 0) return ends.at(-1)!;
  }
  // A pair of code units makes one character.
  const last = part.charCodeAt(part.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? part.length - 1 : part.length;
}

/** Longest excerpt, in characters. */
const EXCERPT = 200;

/** Returns a part of a text in one line, as the reason why it was found; `cut` when it is not the start of the text. */
export function excerptAround(part: string, cut: boolean): string {
  const line = part.replaceAll(/\s+/g, ' ').trim();
  return cut ? `…${line.replace(/^\S*\s/, '')}` : line;
}

/** Returns the start of a passage in one line, as the reason why it was found. */
export function excerptOf(passage: string): string {
  const line = passage.replaceAll(/\s+/g, ' ').trim();
  return line.length <= EXCERPT ? line : `${line.slice(0, EXCERPT).replace(/\s\S*$/, '')}…`;
}
