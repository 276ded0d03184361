import type { PartsFile, PointReader } from './point-reader.ts';
import { assertCoordinates, assertPoints, badCloud, lidarAxes, roleOf } from './point-reader.ts';
import type { NumberType } from './stored-fields.ts';
import { rolesOf, sizeOf, storedBatches } from './stored-fields.ts';
import { textBatches, textLines } from './text-points.ts';

const HEADER_BYTES = 65_536;

const TYPES: Readonly<Record<string, NumberType>> = {
  char: 'i1',
  int8: 'i1',
  uchar: 'u1',
  uint8: 'u1',
  short: 'i2',
  int16: 'i2',
  ushort: 'u2',
  uint16: 'u2',
  int: 'i4',
  int32: 'i4',
  uint: 'u4',
  uint32: 'u4',
  float: 'f4',
  float32: 'f4',
  double: 'f8',
  float64: 'f8',
};

interface Element {
  readonly name: string;
  readonly count: number;
  readonly fields: { readonly name: string; readonly type: NumberType }[];
  lists: boolean;
}

/**
 * Opens the vertices of a PLY file: ascii, binary little or big endian.
 * @throws Fault ASSET_UNREADABLE naming what is wrong.
 */
export function openPly(file: PartsFile): PointReader {
  const { format, elements, start } = readHeader(file);
  const at = elements.findIndex(each => each.name === 'vertex');
  const vertex = elements[at];
  if (vertex === undefined) throw badCloud(file.name, 'It has no element vertex.');
  const before = elements.slice(0, at);
  if (vertex.lists || before.some(each => each.lists))
    throw badCloud(file.name, 'It has lists in or before its vertices. Write the vertices first and without lists.');
  const stride = strideOf(vertex);
  const skipped = before.reduce((sum, each) => sum + each.count * strideOf(each), 0);
  const begin = format === 'ascii' ? start : start + skipped;
  const body = file.size - begin;
  assertPoints(file.name, vertex.count, format === 'ascii' ? body / 2 : body / stride);
  let offset = begin;
  const stored = vertex.fields.flatMap(({ name, type }) => {
    const from = offset;
    offset += sizeOf(type);
    const role = roleOf(name);
    return role === undefined ? [] : [{ role, type, start: from, stride }];
  });
  const roles = rolesOf(stored);
  assertCoordinates(file.name, roles);
  return {
    header: { fields: vertex.fields.map(each => each.name), roles, unit: 'm', axes: lidarAxes, pose: null },
    points: vertex.count,
    slow: format === 'ascii',
    batches() {
      if (format !== 'ascii') return storedBatches(file, stored, vertex.count, format === 'binary_little_endian');
      const lines = textLines(file, start);
      for (let line = before.reduce((sum, each) => sum + each.count, 0); line > 0; line -= 1) lines.next();
      return textBatches(
        file,
        lines,
        vertex.fields.map(({ name }) => ({ role: roleOf(name) })),
        vertex.count,
      );
    },
    close: () => undefined,
  };
}

const strideOf = ({ fields }: Element): number => fields.reduce((sum, { type }) => sum + sizeOf(type), 0);

function readHeader(file: PartsFile): {
  readonly format: string;
  readonly elements: Element[];
  readonly start: number;
} {
  const text = file.read(0, Math.min(HEADER_BYTES, file.size)).toString('latin1');
  const end = /end_header\r?\n/.exec(text);
  if (!text.startsWith('ply') || end === null) throw badCloud(file.name, 'It has no PLY header.');
  const elements: Element[] = [];
  let format = '';
  for (const line of text.slice(0, end.index).split('\n')) {
    const [word, ...values] = line.trim().split(/\s+/);
    if (word === 'format') format = values[0] ?? '';
    else if (word === 'element') {
      const count = Number(values[1]);
      if (!Number.isSafeInteger(count) || count < 0)
        throw badCloud(file.name, `Element ${values[0]} has ${values[1]} entries.`);
      elements.push({ name: values[0] ?? '', count, fields: [], lists: false });
    } else if (word === 'property') {
      const element = elements.at(-1);
      if (element === undefined) throw badCloud(file.name, 'Its header has a property before the first element.');
      const type = TYPES[values[0] ?? ''];
      if (values[0] === 'list') element.lists = true;
      else if (type === undefined)
        throw badCloud(file.name, `Property ${values[1]} has the unknown type ${values[0]}.`);
      else element.fields.push({ name: values[1] ?? '', type });
    }
  }
  if (!['ascii', 'binary_little_endian', 'binary_big_endian'].includes(format))
    throw badCloud(file.name, `Format ${format} is unknown. Use ascii, binary_little_endian or binary_big_endian.`);
  return { format, elements, start: end.index + end[0].length };
}
