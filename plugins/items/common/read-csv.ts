/** Rows of CSV with quotes (RFC 4180); the separator is the one the first line has most of. `most` ends it early. */
export function readCsv(text: string, most = Infinity): string[][] {
  const [head = ''] = text.split('\n', 1);
  const separator = [',', ';', '\t'].map(each => [each, head.split(each).length] as const).sort((one, other) => other[1] - one[1])[0]![0];
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < text.length && rows.length < most; at++) {
    const character = text[at]!;
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') cell += text[++at];
      else quoted = false;
    } else if (character === '"' && cell.trim() === '') {
      quoted = true;
      cell = '';
    } else if (character === separator || character === '\n') {
      row.push(cell.replace(/\r$/, ''));
      cell = '';
      if (character === '\n') {
        rows.push(row);
        row = [];
      }
    } else cell += character;
  }
  if (rows.length < most) rows.push([...row, cell.replace(/\r$/, '')]);
  return rows;
}
