/**
 * The rows of a table as text; fields in double quotes may hold delimiters, line ends and doubled quotes. Every row is
 * as long as the longest.
 */
export function readRows(text: string, delimiter: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]!;
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') cell += text[++at]!;
      else quoted = false;
    } else if (letter === '"' && cell === '') quoted = true;
    else if (letter === delimiter) {
      rows.at(-1)!.push(cell);
      cell = '';
    } else if (letter === '\n' || letter === '\r') {
      if (letter === '\r' && text[at + 1] === '\n') at += 1;
      rows.at(-1)!.push(cell);
      cell = '';
      rows.push([]);
    } else cell += letter;
  }
  rows.at(-1)!.push(cell);
  const width = Math.max(...rows.map(each => each.length));
  return rows.map(each => [...each, ...Array.from({ length: width - each.length }, () => '')]);
}

/** The rows as text, with the line ends the text had before. */
export const writeRows = (rows: readonly (readonly string[])[], delimiter: string, lineEnd: string): string =>
  rows
    .map(row =>
      row
        .map(cell => (cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
        .join(delimiter),
    )
    .join(lineEnd);
