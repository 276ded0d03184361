import { readCsv } from './read-csv.ts';
import { csvCell } from '#core/base/common/index.ts';
import { attachedItemNameProblem } from './item-name.ts';
import { attachedPathProblem } from './attached-url.ts';

/** Most addresses of one list. */
export const mostAddresses = 50_000;

/** A list as it was given: rows of texts under the names of their columns. */
export interface AddressTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Columns of addresses and names. Without one for the name, names come from the addresses. */
export interface AddressColumns {
  readonly url: number;
  readonly name: number | undefined;
}

export interface AddressLine {
  /** Counted from 1, as the person sees the list. */
  readonly line: number;
  readonly name: string;
  readonly url: string;
  /** Why it can't be attached. */
  readonly problem: string | undefined;
}

/**
 * Reads CSV (comma, semicolon or tab), a JSON array, JSON lines, or plain addresses, one on each line.
 * @throws Error saying what can't be read.
 */
export function readAddresses(text: string): AddressTable {
  const clean = text.replace(/^\uFEFF/, '').trim();
  if (clean === '') return { columns: [], rows: [] };
  if (clean.startsWith('[')) return ofRecords(parseJson(clean, 'The list') as unknown[]);
  if (clean.startsWith('{'))
    return ofRecords(
      clean
        .split(/\r?\n/)
        .filter(line => line.trim() !== '')
        .map((line, at) => parseJson(line, `Line ${at + 1}`)),
    );
  const rows = readCsv(clean).filter(row => row.some(cell => cell.trim() !== ''));
  const width = Math.max(...rows.map(row => row.length));
  const [first = []] = rows;
  const titled = isTitled(first) && (width === 1 || rows.length > 1);
  return {
    columns: Array.from({ length: width }, (_, at) => (titled ? first[at]?.trim() : undefined) || `Column ${at + 1}`),
    rows: titled ? rows.slice(1) : rows,
  };
}

/** Returns true when the first row of a table holds the names of its columns, of which none is an address. */
export function isTitled(first: readonly string[]): boolean {
  return first.length > 1
    ? !first.some(isAddress)
    : first.length === 1 && /^(url|address|link|path)$/i.test(first[0]!.trim());
}

/** The likely columns: by their names, else by their contents. */
export function guessColumns({ columns, rows }: AddressTable): AddressColumns {
  const named = (pattern: RegExp): number => columns.findIndex(column => pattern.test(column));
  const byName = named(/^(url|address|link|path|src)$/i);
  const byContent = columns.findIndex((_, at) => rows.some(row => isAddress(row[at] ?? '')));
  const url = byName !== -1 ? byName : Math.max(0, byContent);
  const name = named(/^(name|title|file_?name)$/i);
  const other = columns.length === 2 ? 1 - url : undefined;
  return { url, name: name === -1 || name === url ? other : name };
}

/** Every line with its name, and what is wrong with it by itself or because a line above has the same name. */
export function addressLines({ rows }: AddressTable, columns: AddressColumns): readonly AddressLine[] {
  const seen = new Map<string, number>();
  return rows.map((row, at): AddressLine => {
    const line = at + 1;
    const url = (row[columns.url] ?? '').trim();
    const given = columns.name === undefined ? '' : (row[columns.name] ?? '').trim();
    const name = given === '' ? nameOfAddress(url) : given;
    const problem =
      addressProblem(url) ??
      attachedItemNameProblem(name) ??
      (seen.has(name)
        ? `Line ${seen.get(name)} has the same name.`
        : line > mostAddresses
          ? `A list has at most ${mostAddresses.toLocaleString('en')} lines.`
          : undefined);
    if (problem === undefined) seen.set(name, line);
    return { line, name, url, problem };
  });
}

/** Returns the problem with an address that browsers are to open, or undefined. */
export function addressProblem(url: string): string | undefined {
  if (url === '') return 'The URL is missing.';
  const problem = attachedPathProblem(url);
  if (problem !== undefined) return `The URL is not valid: ${problem}.`;
  if (!URL.canParse(url)) return 'The URL is not valid. Begin it with https://.';
  const { protocol, hostname, username, password } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:')
    return `URLs begin with https:// or http://, not with ${protocol}//.`;
  if (hostname === '' || !/^[\p{L}\p{N}[\]:._-]+$/u.test(hostname)) return 'The URL has no valid host.';
  if (username !== '' || password !== '')
    return 'The URL holds a user name or password, which everybody in the project could read.';
  return undefined;
}

/** The last part of an address, as a person would name the file. */
export function nameOfAddress(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, hostname } = new URL(url);
  const last = pathname.split('/').findLast(part => part !== '');
  if (last === undefined) return hostname;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

const isAddress = (cell: string): boolean => /^\s*[a-z][a-z0-9+.-]*:\/\//i.test(cell);

function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${what} is not valid JSON: ${(error as Error).message}`, { cause: error });
  }
}

function ofRecords(records: readonly unknown[]): AddressTable {
  const columns = [
    ...new Set(
      records.flatMap(each =>
        typeof each === 'object' && each !== null ? Object.keys(each) : typeof each === 'string' ? ['url'] : [],
      ),
    ),
  ];
  const cell = (value: unknown): string =>
    typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
  return {
    columns,
    rows: records.map(each =>
      columns.map(column =>
        cell(
          typeof each === 'string'
            ? column === 'url'
              ? each
              : ''
            : (each as Record<string, unknown> | null)?.[column],
        ),
      ),
    ),
  };
}

/** The report of a list as CSV, a line for each line of the list. */
export function addressReport(lines: readonly AddressLine[]): string {
  return [
    'line,name,url,result',
    ...lines.map(({ line, name, url, problem }) =>
      [String(line), csvCell(name), csvCell(url), csvCell(problem ?? 'Can be attached')].join(','),
    ),
  ].join('\r\n');
}
