/** One line of the keyboard sheet. */
export interface SheetLine {
  readonly group: string;
  readonly title: string;
  /** Chords or gestures as shown. */
  readonly keys: readonly string[];
}

/**
 * Lines that have exactly the searched key; where one sign is no key, and for words, those whose title or heading holds
 * all of them.
 */
export function linesMatching(lines: readonly SheetLine[], search: string): readonly SheetLine[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return lines;
  const withKey = lines.filter(({ keys }) => keys.some(key => key.toLowerCase() === wanted));
  if (wanted.length === 1 && withKey.length > 0) return withKey;
  const words = wanted.split(/\s+/);
  return lines.filter(
    line => withKey.includes(line) || words.every(word => `${line.group} ${line.title}`.toLowerCase().includes(word)),
  );
}
