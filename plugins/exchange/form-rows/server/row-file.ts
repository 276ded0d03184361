import type { Readable } from 'node:stream';
import { text as textOfStream } from 'node:stream/consumers';
import { Fault } from '#core/base/common/index.ts';
import type { BlobDriver } from '#core/data/server/index.ts';
import type { FormPlan } from '#plugins/annotate/form/common/index.ts';
import { CsvReader } from '#plugins/workspace/items/common/index.ts';
import type { ArchiveFile } from '#plugins/workspace/items/server/kit/index.ts';
import { archivePaths, readEntry } from '#plugins/exchange/exchange/common/index.ts';
import { JsonPieces, longestPiece } from '../common/json-pieces.ts';
import type { RowRecord } from '../common/row-record.ts';
import { distinctHeaders, jsonRecord, tableRecord } from '../common/row-record.ts';
import type { rowKinds } from '../common/rows-api.ts';
import { openArchive } from '#plugins/exchange/exchange/server/kit/index.ts';

/** A file of rows. It is read from the beginning each time it is asked for its rows, and never held. */
export interface RowFile {
  readonly kind: (typeof rowKinds)[number];
  /** The header of a table, with what says nothing in any row; known with the first row. */
  headers(): readonly string[];
  /** @throws Fault IMPORT_UNREADABLE saying where the file does not go on. */
  rows(): AsyncGenerator<RowRecord>;
  close(): void;
}

/** Bytes of a file that suffice to detect its kind. */
const HEAD = 65_536;

const unreadable = (text: string): Fault => new Fault('IMPORT_UNREADABLE', text, { status: 422 });

/**
 * Opens a file by its content. `size` is that of the file; what lies behind it in the blob is not read.
 * @throws Fault ARCHIVE_REFUSED, IMPORT_UNREADABLE.
 */
export async function openRowFile(
  blobs: BlobDriver,
  file: { readonly hash: string; readonly size: number; readonly name: string },
  plan: FormPlan,
): Promise<RowFile> {
  const whole =
    (last = file.size - 1) =>
    async (): Promise<Readable> => {
      const found = await blobs.get(file.hash, { first: 0, last });
      if (found === undefined) throw unreadable(`${file.name} is no longer there. Send it again.`);
      return found;
    };
  const head = await bytesOf(await whole(Math.min(HEAD, file.size) - 1)());
  if (head[0] === 0x50 && head[1] === 0x4b)
    return zipRows(await openArchive(blobs, file.hash, file.size), file.name, plan);
  return textRows(whole(), head.toString('utf8'), file.name, plan);
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function textRows(open: () => Promise<Readable>, head: string, name: string, plan: FormPlan): RowFile {
  const start = head.replace(/^\uFEFF/, '').trimStart();
  const nothing = { headers: () => [], close: () => undefined };
  if (start.startsWith('[')) return { ...nothing, kind: 'json', rows: () => pieceRows(open, name, plan) };
  if (!start.startsWith('{')) return tableRows(open, name);
  const [line = '', next] = start.split('\n', 2);
  const lines = next === undefined ? /\.(?:jsonl|ndjson)$/i.test(name) : isJson(line);
  return lines
    ? { ...nothing, kind: 'jsonl', rows: () => lineRows(open, name, plan) }
    : { ...nothing, kind: 'json', rows: () => pieceRows(open, name, plan) };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The text of a file in parts. */
async function* parts(open: () => Promise<Readable>, name: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of await open()) {
      const part = decoder.decode(chunk as Uint8Array, { stream: true });
      if (part !== '') yield part;
    }
    const rest = decoder.decode();
    if (rest !== '') yield rest;
  } catch (error) {
    if (error instanceof TypeError) throw unreadable(`${name} is not in UTF-8. Save it as UTF-8 and send it again.`);
    throw error;
  }
}

function tableRows(open: () => Promise<Readable>, name: string): RowFile {
  let headers: readonly string[] | undefined;
  return {
    kind: 'csv',
    headers: () => headers ?? [],
    close: () => undefined,
    async *rows() {
      const reader = new CsvReader();
      let line = 0;
      let known: readonly string[] | undefined;
      const read = (rows: readonly string[][]): RowRecord[] =>
        rows.flatMap(cells => {
          line += 1;
          if (known === undefined) {
            known = headers = distinctHeaders(cells);
            return [];
          }
          return cells.every(each => each === '') ? [] : [tableRecord(known, cells, line)];
        });
      for await (const part of parts(open, name)) yield* read(reader.write(part));
      if (reader.unfinished)
        throw unreadable(
          `${name} ends inside of a quote that begins in row ${line + 1}. Close the quote and send the file again.`,
        );
      yield* read(reader.end());
    },
  };
}

const parsed = (text: string, row: number, plan: FormPlan): RowRecord => {
  try {
    return jsonRecord(JSON.parse(text), row, plan);
  } catch (error) {
    return { row, cells: [], problem: `This is not valid JSON: ${(error as Error).message}` };
  }
};

async function* lineRows(open: () => Promise<Readable>, name: string, plan: FormPlan): AsyncGenerator<RowRecord> {
  let rest = '';
  let row = 0;
  const read = (line: string): RowRecord[] => {
    row += 1;
    if (line.trim() === '') return [];
    return [
      line.length > longestPiece
        ? { row, cells: [], problem: 'The line is longer than 15 MB.' }
        : parsed(line, row, plan),
    ];
  };
  for await (const part of parts(open, name)) {
    const lines = part.split('\n');
    lines[0] = rest + lines[0]!;
    rest = lines.pop()!;
    // A line without an end is not held.
    if (rest.length > longestPiece * 2)
      throw unreadable(`${name}: line ${row + lines.length + 1} is longer than 15 MB.`);
    for (const line of lines) yield* read(line);
  }
  yield* read(rest);
}

async function* pieceRows(open: () => Promise<Readable>, name: string, plan: FormPlan): AsyncGenerator<RowRecord> {
  const pieces = new JsonPieces();
  let row = 0;
  try {
    for await (const part of parts(open, name))
      for (const piece of pieces.write(part)) yield parsed(piece, ++row, plan);
    pieces.end();
  } catch (error) {
    throw error instanceof Error && !('code' in error) ? unreadable(`${name}: ${error.message}`) : error;
  }
}

/** Our own download, a table or lines packed alone, or a file for each item. */
async function zipRows(
  archive: { readonly files: readonly ArchiveFile[]; close(): void },
  name: string,
  plan: FormPlan,
): Promise<RowFile> {
  const known = archive.files.flatMap(file => {
    const entry = readEntry(file.path);
    return entry === undefined ? [] : [{ file, entry }];
  });
  const tables = known.filter(({ file }) => /\.(?:csv|tsv|jsonl|ndjson)$/i.test(file.path));
  const table =
    known.find(({ entry }) => entry.kind === 'table' || entry.kind === 'rows') ??
    (tables.length === 1 ? tables[0] : undefined);
  const close = (): void => archive.close();
  if (table !== undefined) {
    const head = await firstOf(await table.file.open());
    return { ...textRows(() => table.file.open(), head, table.file.path, plan), close };
  }
  const items = known
    .filter(({ entry }) => entry.kind === 'annotation')
    .toSorted((one, other) => (one.file.path < other.file.path ? -1 : 1));
  if (items.length === 0) {
    close();
    throw unreadable(
      `${name} holds no CSV, JSONL or JSON file. In an archive of this project they are called ${archivePaths.table} and ${archivePaths.rows}.`,
    );
  }
  return {
    kind: 'zip',
    headers: () => [],
    close,
    async *rows() {
      for (const [at, { file, entry }] of items.entries()) {
        if (file.size > longestPiece) yield { row: at + 1, cells: [], problem: `${file.path} is larger than 15 MB.` };
        else {
          const text = await textOfStream(await file.open());
          try {
            yield jsonRecord(JSON.parse(text.replace(/^\uFEFF/, '')), at + 1, plan, {
              name: entry.item,
              folder: entry.folder,
            });
          } catch (error) {
            yield { row: at + 1, cells: [], problem: `${file.path} is not valid JSON: ${(error as Error).message}` };
          }
        }
      }
    },
  };
}

async function firstOf(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size >= HEAD) break;
  }
  stream.destroy();
  return Buffer.concat(chunks).toString('utf8');
}
