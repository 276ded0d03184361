import { addressProblem, guessColumns, isTitled, nameOfAddress } from './address-list.ts';
import type { AddressColumns } from './address-list.ts';
import { attachedItemNameProblem, folderNameProblem } from './item-name.ts';
import { CsvReader } from './read-csv.ts';

/** A line of a manifest. */
export interface ManifestLine {
  /** Counted from 1, without the header. */
  readonly line: number;
  readonly name: string;
  readonly url: string;
  /** Name of the folder; undefined where the manifest names none. */
  readonly folder: string | undefined;
  /** Why it can't be attached. */
  readonly problem: string | undefined;
}

interface ManifestColumns extends AddressColumns {
  readonly folder: number | undefined;
}

/** Characters of a line of JSON at most. */
const LONGEST_LINE = 100_000;
const KEYS = { url: ['url', 'address', 'link', 'path', 'src'], name: ['name', 'title', 'file_name', 'filename'] };

/**
 * Reads a manifest of addresses from parts of any length, so that a long file is never held: CSV, JSON lines, or plain
 * addresses, one on each line.
 */
export class ManifestReader {
  readonly #csv = new CsvReader();
  #kind: 'csv' | 'json' | undefined;
  #rest = '';
  #line = 0;
  #columns: ManifestColumns | undefined;

  /** Returns the lines that end in this part. @throws Error saying what can't be read. */
  write(text: string): readonly ManifestLine[] {
    if (this.#kind === undefined) {
      this.#rest += text;
      const start = this.#rest.replace(/^\uFEFF/, '').trimStart();
      if (start === '') return [];
      if (start.startsWith('[')) throw new Error('A manifest has one JSON object on each line, and is not an array.');
      this.#kind = start.startsWith('{') ? 'json' : 'csv';
      this.#rest = '';
      return this.write(start);
    }
    if (this.#kind === 'csv') return this.#table(this.#csv.write(text));
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop()!;
    if (this.#rest.length > LONGEST_LINE) throw new Error(`Line ${this.#line + lines.length + 1} is too long.`);
    return this.#objects(lines);
  }

  /** Returns the line after the last line end. @throws Error for a quote without an end. */
  end(): readonly ManifestLine[] {
    if (this.#kind === 'json') return this.#objects([this.#rest]);
    if (this.#csv.unfinished) throw new Error('The file ends inside of a quote. Close the quote.');
    return this.#table(this.#csv.end());
  }

  #table(rows: readonly (readonly string[])[]): readonly ManifestLine[] {
    return rows.flatMap(row => {
      if (row.every(cell => cell.trim() === '')) return [];
      if (this.#columns === undefined) {
        const titled = isTitled(row);
        this.#columns = manifestColumns(row, titled);
        if (titled) return [];
      }
      const cell = (at: number | undefined): string => (at === undefined ? '' : (row[at] ?? '').trim());
      const { url, name, folder } = this.#columns;
      return [this.#next(cell(url), cell(name), cell(folder))];
    });
  }

  #objects(lines: readonly string[]): readonly ManifestLine[] {
    return lines.flatMap(line => {
      if (line.trim() === '') return [];
      let value: Readonly<Record<string, unknown>>;
      try {
        value = JSON.parse(line) as typeof value;
      } catch {
        return [{ line: ++this.#line, name: '', url: '', folder: undefined, problem: 'This is not valid JSON.' }];
      }
      const of = (keys: readonly string[]): string => {
        const found = keys.map(key => value[key]).find(each => typeof each === 'string');
        return typeof found === 'string' ? found.trim() : '';
      };
      return [this.#next(of(KEYS.url), of(KEYS.name), of(['folder']))];
    });
  }

  #next(url: string, given: string, folder: string): ManifestLine {
    const name = given === '' ? nameOfAddress(url) : given;
    const problem =
      addressProblem(url) ??
      attachedItemNameProblem(name) ??
      (folder === '' || folder === 'root' ? undefined : folderNameProblem(folder));
    return { line: ++this.#line, name, url, folder: folder === '' ? undefined : folder, problem };
  }
}

function manifestColumns(first: readonly string[], titled: boolean): ManifestColumns {
  const titles = titled ? first.map(each => each.trim()) : first.map(() => '');
  const folder = titles.findIndex(each => /^folder$/i.test(each));
  const others = titles.filter((_, at) => at !== folder);
  const { url, name } = guessColumns({ columns: others, rows: titled ? [] : [first] });
  const placed = (at: number): number => (folder === -1 || at < folder ? at : at + 1);
  return {
    url: placed(url),
    name: name === undefined ? undefined : placed(name),
    folder: folder === -1 ? undefined : folder,
  };
}
