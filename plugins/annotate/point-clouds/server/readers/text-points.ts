import type { PartsFile, PointBatch, PointRole } from './point-reader.ts';
import { badCloud, batchPoints } from './point-reader.ts';
import { emptyColumns } from './stored-fields.ts';

const CHUNK = 4 << 20;
const LONGEST_LINE = 65_536;

/**
 * Lines of a text file from a byte on, without their ends.
 * @throws Fault ASSET_UNREADABLE for lines that no text has.
 */
export function* textLines(file: PartsFile, start = 0): Generator<string> {
  let rest = '';
  for (let position = start; position < file.size; position += CHUNK) {
    const lines = (rest + file.read(position, Math.min(CHUNK, file.size - position)).toString('latin1')).split('\n');
    rest = lines.pop()!;
    if (rest.length > LONGEST_LINE) throw badCloud(file.name, 'It has a line of more than 65536 characters.');
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** A value in the columns of a text file. */
export interface TextField {
  readonly role: PointRole | 'rgb' | undefined;
  /** True when a packed color is written as the float of the same bits. */
  readonly asFloat?: boolean;
}

const bits = new DataView(new ArrayBuffer(4));

/**
 * Reads points as lines of numbers between blanks, commas or semicolons. Empty lines and those that begin with # or //
 * are passed over.
 * @param points how many lines are wanted; undefined for all
 * @throws Fault ASSET_UNREADABLE naming the line
 */
export function* textBatches(
  file: PartsFile,
  lines: Iterable<string>,
  fields: readonly TextField[],
  points?: number,
): Generator<PointBatch> {
  const roles = new Set(
    fields.flatMap(({ role }): PointRole[] =>
      role === undefined ? [] : role === 'rgb' ? ['red', 'green', 'blue'] : [role],
    ),
  );
  const columns = emptyColumns(roles);
  let count = 0;
  let total = 0;
  for (const line of lines) {
    if (total === points) break;
    const text = line.trim();
    if (text === '' || text.startsWith('#') || text.startsWith('//')) continue;
    const words = text.split(/[\s,;]+/);
    if (words.length < fields.length)
      throw badCloud(file.name, `Point ${total + 1} has ${words.length} values; ${fields.length} are needed.`);
    for (let at = 0; at < fields.length; at += 1) {
      const { role, asFloat } = fields[at]!;
      if (role === undefined) continue;
      const word = words[at]!;
      const value = Number(word);
      if (Number.isNaN(value) && !/^[-+]?nan$/i.test(word))
        if (!/^[-+]?inf(inity)?$/i.test(word))
          throw badCloud(file.name, `Point ${total + 1} has “${word.slice(0, 40)}” where a number is needed.`);
      if (role === 'rgb') {
        if (asFloat === true) bits.setFloat32(0, value);
        else bits.setUint32(0, value);
        columns.red![count] = bits.getUint8(1);
        columns.green![count] = bits.getUint8(2);
        columns.blue![count] = bits.getUint8(3);
      } else columns[role]![count] = value;
    }
    count += 1;
    total += 1;
    if (count === batchPoints) {
      yield { count, columns };
      count = 0;
    }
  }
  if (points !== undefined && total < points)
    throw badCloud(file.name, `It ends at point ${total} of ${points}. It is cut off.`);
  if (count > 0) yield { count, columns };
}
