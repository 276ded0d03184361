const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Map([...DIGITS].map((digit, value) => [digit, value]));

/** Place in generated code where the code of a place in a source begins. All count from 0. */
export interface Segment {
  readonly column: number;
  readonly source: number;
  readonly sourceLine: number;
  readonly sourceColumn: number;
}

/** Segments of each generated line, in order of their columns. */
export type Mappings = readonly (readonly Segment[])[];

/** A source map, version 3, as far as it is used here. */
export interface SourceMap {
  readonly version: 3;
  readonly sources: readonly string[];
  readonly names: readonly string[];
  readonly mappings: string;
}

/** A place in a source, counted from 1. */
export interface SourcePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Reads `mappings` of a map. Segments without a source are left out. @throws Error when they are malformed. */
export function readMappings(text: string): Mappings {
  const from = { source: 0, line: 0, column: 0 };
  return text.split(';').map(line => {
    let column = 0;
    return line.split(',').flatMap((part): readonly Segment[] => {
      if (part === '') return [];
      const [generated, source, sourceLine, sourceColumn] = readNumbers(part);
      column += generated ?? 0;
      if (source === undefined || sourceLine === undefined || sourceColumn === undefined) return [];
      from.source += source;
      from.line += sourceLine;
      from.column += sourceColumn;
      return [{ column, source: from.source, sourceLine: from.line, sourceColumn: from.column }];
    });
  });
}

/** Writes mappings as the text of a map. */
export function writeMappings(mappings: Mappings): string {
  const from = { source: 0, line: 0, column: 0 };
  return mappings
    .map(line => {
      let column = 0;
      return line
        .map(each => {
          const text = [
            each.column - column,
            each.source - from.source,
            each.sourceLine - from.line,
            each.sourceColumn - from.column,
          ]
            .map(writeNumber)
            .join('');
          column = each.column;
          from.source = each.source;
          from.line = each.sourceLine;
          from.column = each.sourceColumn;
          return text;
        })
        .join(',');
    })
    .join(';');
}

/** Text put into generated code, none of which has a line break: `column` is where, before anything was put in. */
export interface Insertion {
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/** Mappings of code after insertions. The original text at the place of an insertion follows it. */
export function shiftMappings(mappings: Mappings, insertions: readonly Insertion[]): Mappings {
  const byLine = new Map<number, Insertion[]>();
  for (const each of insertions) byLine.set(each.line, [...(byLine.get(each.line) ?? []), each]);
  return mappings.map((line, index) => {
    const put = byLine.get(index);
    if (put === undefined) return line;
    const ordered = put.toSorted((a, b) => a.column - b.column);
    let next = 0;
    let moved = 0;
    return line.map(each => {
      for (; next < ordered.length && ordered[next]!.column <= each.column; next++) moved += ordered[next]!.length;
      return { ...each, column: each.column + moved };
    });
  });
}

/**
 * Returns the source position of generated code; line and column count from 1. Undefined for code that came from no
 * source.
 */
export function findSource(
  map: Pick<SourceMap, 'sources'>,
  mappings: Mappings,
  line: number,
  column: number,
): SourcePlace | undefined {
  const found = mappings[line - 1]?.findLast(each => each.column <= column - 1);
  const file = found === undefined ? undefined : map.sources[found.source];
  return found === undefined || file === undefined
    ? undefined
    : { file, line: found.sourceLine + 1, column: found.sourceColumn + 1 };
}

function readNumbers(text: string): readonly number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const digit of text) {
    const bits = VALUES.get(digit);
    if (bits === undefined || shift > 30) throw new Error('The source map is malformed.');
    value += (bits & 31) << shift;
    shift += 5;
    if (bits >= 32) continue;
    numbers.push((value & 1) === 1 ? -(value >> 1) : value >> 1);
    value = 0;
    shift = 0;
  }
  return numbers;
}

function writeNumber(number: number): string {
  let rest = number < 0 ? (-number << 1) | 1 : number << 1;
  let text = '';
  do {
    const bits = rest & 31;
    rest >>>= 5;
    text += DIGITS[rest > 0 ? bits | 32 : bits];
  } while (rest > 0);
  return text;
}
