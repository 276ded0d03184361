/**
 * True for a text that a spreadsheet would run in a cell; signs behind blanks and full-width ones count, numbers do
 * not.
 */
const runs = (text: string): boolean =>
  (/^[=+\-@\t\r|%]/.test(text.normalize('NFKC').trimStart()) || /^[\t\r]/.test(text)) && !Number.isFinite(Number(text));

/** A text behind its own apostrophes. */
const behindQuotes = (text: string): string => text.replace(/^'+/, '');

/**
 * The text as a cell that no spreadsheet runs: with an apostrophe in front when it would be run, and with one more when
 * it would be run but for the apostrophes it has. {@link unguarded} takes exactly that one away, so that every text
 * comes back as it was.
 */
export const guarded = (text: string): string => (runs(behindQuotes(text)) ? `'${text}` : text);

/**
 * Returns the text that {@link guarded} made the cell of. Cells of other programs stay as they are: `'90s` is no
 * guarded text, `=A1` is read as it stands.
 */
export const unguarded = (cell: string): string =>
  cell.startsWith("'") && runs(behindQuotes(cell)) ? cell.slice(1) : cell;

const quoted = (text: string): string => (/[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A text as a cell of CSV that no spreadsheet runs. */
export const csvCell = (text: string): string => quoted(guarded(text));
