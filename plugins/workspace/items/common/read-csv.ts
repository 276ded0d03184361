const SEPARATORS = [',', ';', '\t'] as const;

/** The separator a first line has most of, outside of quotes; a comma where it has none. */
function separatorOf(line: string): string {
  const bare = line.replaceAll(/"(?:[^"]|"")*"/g, '');
  return SEPARATORS.map(each => [each, bare.split(each).length] as const).sort(
    (one, other) => other[1] - one[1],
  )[0]![0];
}

/**
 * Reads CSV with quotes (RFC 4180) from parts of any length, so that a long file is never held; the separator is the
 * one the first line has most of. Text in quotes is kept as it is, line ends too. Not csv-parse: its parser in parts is
 * a Node stream, and pages read the same files.
 */
export class CsvReader {
  #separator: string | undefined;
  /** Text before the first line was complete. */
  #head = '';
  #row: string[] = [];
  #cell = '';
  #state: 'bare' | 'quoted' | 'quote' = 'bare';
  /** Characters at the beginning of the cell that were in quotes. */
  #kept = 0;

  /** True at the end of a file whose last cell lacks its closing quote. */
  get unfinished(): boolean {
    return this.#state === 'quoted';
  }

  /** The rows that end in this part. */
  write(text: string): string[][] {
    if (this.#separator !== undefined) return this.#read(text, this.#separator);
    this.#head += text;
    if (!this.#head.includes('\n')) return [];
    return this.#begin();
  }

  /** Returns the rest after the last line end: one row, or none. */
  end(): string[][] {
    const rows = this.#separator === undefined ? this.#begin() : [];
    if (this.#row.length === 0 && this.#cell === '' && this.#kept === 0 && this.#state === 'bare') return rows;
    this.#endRow(rows);
    return rows;
  }

  #begin(): string[][] {
    const text = this.#head;
    this.#head = '';
    this.#separator = separatorOf(text.split('\n', 1)[0]!);
    return this.#read(text, this.#separator);
  }

  #read(text: string, separator: string): string[][] {
    const rows: string[][] = [];
    for (let at = 0; at < text.length; at++) {
      const character = text[at]!;
      if (this.#state === 'quoted') {
        const quote = text.indexOf('"', at);
        this.#cell += quote === -1 ? text.slice(at) : text.slice(at, quote);
        at = quote === -1 ? text.length : quote;
        if (quote !== -1) this.#state = 'quote';
        continue;
      }
      if (this.#state === 'quote') {
        if (character === '"') {
          this.#cell += '"';
          this.#state = 'quoted';
          continue;
        }
        this.#state = 'bare';
        this.#kept = this.#cell.length + 1;
      }
      if (character === '"' && this.#kept === 0 && this.#cell.trim() === '') {
        this.#state = 'quoted';
        this.#cell = '';
      } else if (character === separator) this.#endCell();
      else if (character === '\n') this.#endRow(rows);
      else this.#cell += character;
    }
    return rows;
  }

  #endCell(): void {
    this.#row.push(this.#cell);
    this.#cell = '';
    this.#kept = 0;
  }

  #endRow(rows: string[][]): void {
    // The line end of Windows; one that was in quotes belongs to the value.
    if (this.#state === 'bare' && this.#cell.endsWith('\r') && this.#cell.length >= this.#kept)
      this.#cell = this.#cell.slice(0, -1);
    this.#endCell();
    this.#state = 'bare';
    rows.push(this.#row);
    this.#row = [];
  }
}

/** Characters read at a time, so that `most` ends the reading early. */
const PART = 65_536;

/** Rows of CSV in one text. `most` ends it early. */
export function readCsv(text: string, most = Infinity): string[][] {
  const reader = new CsvReader();
  const rows: string[][] = [];
  for (let at = 0; at < text.length && rows.length < most; at += PART)
    for (const row of reader.write(text.slice(at, at + PART))) rows.push(row);
  if (rows.length < most) rows.push(...reader.end());
  return rows.length > most ? rows.slice(0, most) : rows;
}
