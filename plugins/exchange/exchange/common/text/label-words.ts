import type { TransferReport } from '../transfer-report.ts';

/** A name as formats have it whose names end at a blank. */
export const labelWord = (name: string): string => name.trim().replaceAll(/[\s\p{Z}\p{Cc}]+/gu, '_');

/** As {@link labelWord}, and reports a name that had to change. */
export function writtenWord(name: string, report: TransferReport): string {
  const word = labelWord(name);
  if (word !== name)
    report.add('name', { one: 'was written with _ for its blanks', many: 'were written with _ for their blanks' });
  return word;
}

/** Gives words their names back: those of the project's classes, by the word they are written as. */
export function namesOfWords(classes: readonly { readonly name: string }[]): (word: string) => string {
  const names = new Map(classes.map(each => [labelWord(each.name), each.name]));
  const exact = new Set(classes.map(each => each.name));
  return word => (exact.has(word) ? word : (names.get(word) ?? word));
}
