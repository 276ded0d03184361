/** A run of letters on a page. Points of the page, y upwards. */
export interface PlacedRun {
  readonly text: string;
  readonly x: number;
  /** Its line. */
  readonly y: number;
  readonly width: number;
  /** Of its letters. */
  readonly size: number;
  readonly rightToLeft: boolean;
}

/** Runs beside each other without a wide gap. */
interface Piece {
  readonly left: number;
  readonly right: number;
  readonly text: string;
}

interface Row {
  readonly y: number;
  readonly size: number;
  readonly pieces: readonly Piece[];
}

/** A stretch of a page from left to right. */
type Gap = readonly [left: number, right: number];

/** A gap in a row that may be the one between columns, in sizes of its letters. */
const WIDE = 1.5;
/** Least width of a column of prose; narrower ones are cells of a table: a share of the width that the text takes. */
const COLUMN = 0.25;
/** Columns of prose are about as wide as each other: the least share of the widest. */
const ALIKE = 0.7;
/** Lines that a column of prose has at least, and the share of them that go on to its end. */
const LINES = 4;
const FULL = 0.5;
/** A gap between lines that begins a paragraph, in usual distances of lines. */
const PARAGRAPH = 1.35;

/**
 * The text of a page in the order in which it is read: columns one after the other, rows of tables with tabs, lines as
 * they are, an empty line between paragraphs. The same runs give the same text anywhere; what changes it needs another
 * version of readings.
 */
export function pageText(runs: readonly PlacedRun[]): string {
  return blocksOf(rowsOf(runs.filter(each => each.text.trim() !== '' && each.size > 0)))
    .map(paragraphs)
    .filter(text => text !== '')
    .join('\n\n');
}

/** Rows that are read together, in order. */
function blocksOf(rows: readonly Row[]): readonly (readonly Row[])[] {
  const { left, right } = extentOf(rows);
  return bandsOf(rows, left, right).flatMap(({ rows: band, gaps }) => {
    const inner = innerOf(band, gaps);
    const middle = (left + right) / 2;
    const single = inner
      .toSorted((one, other) => Math.abs(one[0] + one[1] - 2 * middle) - Math.abs(other[0] + other[1] - 2 * middle))
      .map(each => [each]);
    const columns = [inner, ...single].map(each => columnsOf(band, each)).find(each => isProse(each, right - left));
    return columns === undefined ? [band] : columns.flatMap(blocksOf);
  });
}

function extentOf(rows: readonly Row[]): { readonly left: number; readonly right: number } {
  const pieces = rows.flatMap(row => row.pieces);
  return {
    left: pieces.reduce((least, each) => Math.min(least, each.left), Infinity),
    right: pieces.reduce((most, each) => Math.max(most, each.right), -Infinity),
  };
}

/** Columns alike, one of which at least is filled with lines; a table is not, nor is a figure beside another. */
function isProse(columns: readonly (readonly Row[])[], width: number): boolean {
  const widths = columns.map(column => extentOf(column)).map(({ left, right }) => right - left);
  const widest = Math.max(...widths);
  if (columns.length < 2 || widths.some(each => each < width * COLUMN || each < widest * ALIKE)) return false;
  return columns.some(
    (column, at) =>
      column.length >= LINES &&
      column.filter(({ pieces }) => pieces.length === 1 && pieces[0]!.right - pieces[0]!.left > widths[at]! * 0.8)
        .length >=
        column.length * FULL,
  );
}

/** Runs on one line, from the top down. */
function rowsOf(runs: readonly PlacedRun[]): readonly Row[] {
  const groups: { y: number; size: number; runs: PlacedRun[] }[] = [];
  for (const run of runs.toSorted((one, other) => other.y - one.y || one.x - other.x)) {
    // What is set small and high, or low, belongs to its line all the same.
    const group = groups.findLast(each => Math.abs(each.y - run.y) < Math.max(each.size, run.size) * 0.5);
    if (group === undefined) groups.push({ y: run.y, size: run.size, runs: [run] });
    else {
      group.runs.push(run);
      if (run.size > group.size) Object.assign(group, { y: run.y, size: run.size });
    }
  }
  return groups
    .map(({ y, size, runs: all }) => ({ y, size, pieces: piecesOf(all, size) }))
    .filter(row => row.pieces.length > 0)
    .toSorted((one, other) => other.y - one.y);
}

function piecesOf(runs: readonly PlacedRun[], size: number): readonly Piece[] {
  const groups: PlacedRun[][] = [];
  let end = -Infinity;
  for (const run of runs.toSorted((one, other) => one.x - other.x)) {
    if (run.x - end > size * WIDE) groups.push([]);
    groups.at(-1)!.push(run);
    end = Math.max(end, run.x + run.width);
  }
  return groups.flatMap(group => {
    const leftwards = group.filter(each => each.rightToLeft).length * 2 > group.length;
    const text = joined(leftwards ? group.toReversed() : group);
    return text === '' ? [] : [{ left: group[0]!.x, right: Math.max(...group.map(each => each.x + each.width)), text }];
  });
}

/** The words of runs that follow each other: apart where there is a gap between them. */
function joined(runs: readonly PlacedRun[]): string {
  let text = '';
  for (const [at, run] of runs.entries()) {
    const before = runs[at - 1];
    const gap = before === undefined ? 0 : Math.max(run.x - before.x - before.width, before.x - run.x - run.width);
    text += before !== undefined && gap > Math.min(run.size, before.size) * 0.15 ? ` ${run.text}` : run.text;
  }
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Rows below each other through which the same gaps run. */
function bandsOf(
  rows: readonly Row[],
  left: number,
  right: number,
): readonly { readonly rows: readonly Row[]; readonly gaps: readonly Gap[] }[] {
  const bands: { rows: Row[]; gaps: readonly Gap[] }[] = [];
  for (const row of rows) {
    const free = freeIn(row, left, right);
    const band = bands.at(-1);
    if (band !== undefined) {
      const gaps = both(band.gaps, free, row.size);
      const goesOn =
        innerOf([...band.rows, row], gaps).length > 0 ||
        (innerOf(band.rows, band.gaps).length === 0 && innerOf([row], free).length === 0);
      if (goesOn) {
        band.rows.push(row);
        band.gaps = gaps;
        continue;
      }
    }
    bands.push({ rows: [row], gaps: free });
  }
  return bands;
}

/** Returns the parts of a row without letters. */
function freeIn({ pieces }: Row, left: number, right: number): readonly Gap[] {
  const edges = [left - 1, ...pieces.flatMap(each => [each.left, each.right]), right + 1];
  return Array.from({ length: edges.length / 2 }, (_, at): Gap => [edges[at * 2]!, edges[at * 2 + 1]!]).filter(
    ([from, to]) => to > from,
  );
}

const both = (ones: readonly Gap[], others: readonly Gap[], size: number): readonly Gap[] =>
  ones
    .flatMap(([from, to]) => others.map(([start, end]): Gap => [Math.max(from, start), Math.min(to, end)]))
    .filter(([from, to]) => to - from > size * 0.8);

/** Gaps with letters at both sides. */
const innerOf = (rows: readonly Row[], gaps: readonly Gap[]): readonly Gap[] =>
  gaps.filter(
    ([from, to]) =>
      rows.some(row => row.pieces.some(each => each.right <= from + 0.01)) &&
      rows.some(row => row.pieces.some(each => each.left >= to - 0.01)),
  );

function columnsOf(rows: readonly Row[], gaps: readonly Gap[]): readonly (readonly Row[])[] {
  const cuts = gaps.map(([from, to]) => (from + to) / 2).toSorted((one, other) => one - other);
  return [-Infinity, ...cuts].map((from, at) => {
    const to = cuts[at] ?? Infinity;
    return rows
      .map(row => ({ ...row, pieces: row.pieces.filter(each => each.left >= from && each.left < to) }))
      .filter(row => row.pieces.length > 0);
  });
}

function paragraphs(rows: readonly Row[]): string {
  const distances = rows.slice(1).map((row, at) => rows[at]!.y - row.y);
  const usual = median(distances);
  return rows
    .map((row, at) => {
      const line = row.pieces.map(each => each.text).join('\t');
      return at === 0 ? line : `${distances[at - 1]! > usual * PARAGRAPH ? '\n\n' : '\n'}${line}`;
    })
    .join('');
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
