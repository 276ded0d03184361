import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { BlobDriver } from '#core/data/server/index.ts';
import { FormPlan } from '#plugins/annotate/form/common/index.ts';
import { seedsOf } from '#tests/support/run-plan.ts';
import { seededNumbers } from '#tests/support/seeded-numbers.ts';
import { plannedItem } from '../common/planned-item.ts';
import type { PlannedItem } from '../common/planned-item.ts';
import { guessMapping } from '../common/row-mapping.ts';
import { openRowFile } from './row-file.ts';

/** Sets of each layout. The long run tries them all. */
const SETS = 300;

const plan = new FormPlan([
  { id: 'prompt', type: 'input' },
  { id: 'rating', type: 'number' },
  { id: 'verdict', type: 'radio', options: [{ value: 'good' }, { value: 'bad; or not' }] },
  { id: 'topics', type: 'checkbox', options: [{ value: 'Größe' }, { value: 'a, b' }] },
]);
const prompts = ['plain', 'two\nlines', 'say "no"', 'a;b,c\td', '=1+1', '007', '東京 🙂', "it's", ' blanks '];

/** A row as its tool has it, with the names that tool gives to its columns. */
interface ForeignRow {
  readonly name: string;
  readonly folder: string;
  readonly values: Readonly<Record<string, unknown>>;
}

type Encoding = 'utf-8' | 'utf-8 with BOM' | 'utf-16le';

interface ForeignRows {
  readonly rows: readonly ForeignRow[];
  readonly header: Readonly<Record<'name' | 'folder', string>>;
  readonly encoding: Encoding;
  readonly lineEnd: '\n' | '\r\n';
  readonly separator: ',' | ';' | '\t';
  readonly isQuotedAlways: boolean;
  /** The order of the columns. */
  readonly turn: number;
  /** The tool leaves out what is empty, and adds a column of its own. */
  readonly isSparse: boolean;
  /** The row whose rating is no number. */
  readonly damaged: number | undefined;
}

function foreignRows(seed: number): ForeignRows {
  const next = seededNumbers(seed + 1);
  for (let skipped = 0; skipped < 8; skipped += 1) next(2);
  const chosen = <T>(list: readonly T[]): T => list[next(list.length)]!;
  const folders = chosen([[''], ['train', 'val'], ['Côte', 'north']]);
  const places = new Map<string, readonly [string, string]>();
  for (let count = 2 + next(5); count > 0; count -= 1) {
    const place = [chosen(folders), chosen(['1', 'a', 'Zoë', '100%'])] as const;
    places.set(place.join('/'), place);
  }
  const isSparse = next(2) === 0;
  const rows = [...places.values()].map(([folder, name]): ForeignRow => {
    const values: Record<string, unknown> = { prompt: chosen(prompts) };
    if (next(3) > 0) values['rating'] = next(100) / 4;
    if (next(3) > 0) values['verdict'] = chosen(['good', 'bad; or not']);
    if (next(3) > 0) values['topics'] = chosen([['Größe'], ['Größe', 'a, b'], ['a, b']]);
    return { name, folder, values };
  });
  return {
    rows,
    header: { name: chosen(['_item_name', 'name', 'file_name']), folder: chosen(['_folder', 'folder', 'Folder name']) },
    encoding: chosen(['utf-8', 'utf-8', 'utf-8 with BOM', 'utf-16le']),
    lineEnd: chosen(['\n', '\r\n']),
    separator: chosen([',', ';', '\t']),
    isQuotedAlways: next(2) === 0,
    turn: next(6),
    isSparse,
    damaged: next(4) === 0 ? next(rows.length) : undefined,
  };
}

/** The cells of a row, in the order of the set. */
function cellsOf(set: ForeignRows, at: number): readonly (readonly [string, unknown])[] {
  const { name, folder, values } = set.rows[at]!;
  const cells: [string, unknown][] = [
    [set.header.name, name],
    [set.header.folder, folder],
    ...plan.fields.map(({ component: { id } }): [string, unknown] => [id, values[id]]),
    ...(set.isSparse ? [] : [['tool_version', 3] as [string, unknown]]),
  ];
  if (set.damaged === at) cells.find(([key]) => key === 'rating')![1] = 'many';
  const by = set.turn % cells.length;
  return [...cells.slice(by), ...cells.slice(0, by)];
}

function csvOf(set: ForeignRows): string {
  const quoted = (text: string): string =>
    set.isQuotedAlways || /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const cell = (value: unknown): string =>
    value === undefined ? '' : quoted(typeof value === 'string' ? value : JSON.stringify(value));
  const lines = set.rows.map((_, at) => cellsOf(set, at).map(([, value]) => cell(value)));
  const head = cellsOf(set, 0).map(([key]) => quoted(key));
  return [head, ...lines].map(line => `${line.join(set.separator)}${set.lineEnd}`).join('');
}

const objectsOf = (set: ForeignRows): readonly object[] =>
  set.rows.map((_, at) =>
    Object.fromEntries(
      cellsOf(set, at).flatMap(([key, value]) =>
        value === undefined ? (set.isSparse ? [] : [[key, null]]) : [[key, value]],
      ),
    ),
  );

const layouts = {
  'table.csv': csvOf,
  'rows.jsonl': set =>
    objectsOf(set)
      .map(each => `${JSON.stringify(each)}${set.lineEnd}`)
      .join(''),
  'rows.json': set => JSON.stringify(objectsOf(set), undefined, set.isSparse ? 2 : undefined),
} satisfies Record<string, (set: ForeignRows) => string>;

const encodings: Readonly<Record<Encoding, (text: string) => Buffer>> = {
  'utf-8': text => Buffer.from(text),
  'utf-8 with BOM': text => Buffer.from(`\uFEFF${text}`),
  'utf-16le': text => Buffer.from(`\uFEFF${text}`, 'utf16le'),
};

async function readItems(name: string, bytes: Buffer): Promise<readonly PlannedItem[]> {
  const blobs = {
    get: (_: string, range: { first: number; last: number }) =>
      Promise.resolve(Readable.from([bytes.subarray(range.first, range.last + 1)])),
  } as unknown as BlobDriver;
  const file = await openRowFile(blobs, { hash: '', size: bytes.length, name }, plan);
  const records = [];
  for await (const record of file.rows()) records.push(record);
  const columns = [...new Set([...file.headers(), ...records.flatMap(each => each.cells.map(cell => cell.column))])];
  const mapping = guessMapping(columns, plan, 'ignore');
  return records.map(record => plannedItem(record, { mapping, wholeRow: false, prefix: 'Item', refused: 'row' }, plan));
}

async function expectExact(set: ForeignRows, name: string, text: string): Promise<void> {
  const items = await readItems(name, encodings[set.encoding](text));
  expect(items.map(each => [each.folder, each.name])).toEqual(set.rows.map(each => [each.folder, each.name]));
  for (const [at, item] of items.entries()) {
    if (at === set.damaged) {
      expect(item.refused).toBe(true);
      expect(item.problems.map(each => each.column)).toEqual(['rating']);
      continue;
    }
    expect(item.problems).toEqual([]);
    expect(
      Object.fromEntries(item.values.filter(each => each.value !== null).map(each => [each.id, each.value])),
    ).toEqual(set.rows[at]!.values);
  }
}

describe('rows of another tool', () => {
  it.each(seedsOf('foreign rows', SETS))('should be read value by value, with seed %i', async seed => {
    const set = foreignRows(seed);
    const failures: string[] = [];
    for (const [name, write] of Object.entries(layouts))
      try {
        if (set.encoding === 'utf-16le')
          await expect(readItems(name, encodings[set.encoding](write(set)))).rejects.toThrow(
            `${name} is not in UTF-8. Save it as UTF-8 and send it again.`,
          );
        else await expectExact(set, name, write(set));
      } catch (error) {
        failures.push(`${name}: ${(error as Error).message}`);
      }
    expect(failures).toEqual([]);
  });
});
