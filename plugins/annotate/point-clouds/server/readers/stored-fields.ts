import type { PartsFile, PointBatch, PointRole } from './point-reader.ts';
import { badCloud, batchPoints } from './point-reader.ts';

export type NumberType = 'i1' | 'u1' | 'i2' | 'u2' | 'i4' | 'u4' | 'i8' | 'u8' | 'f4' | 'f8';

export const sizeOf = (type: NumberType): number => Number(type[1]);

/** Place of a value in a binary point file. */
export interface StoredField {
  /** `rgb` is a color packed into four bytes: blue, green, red, alpha. */
  readonly role: PointRole | 'rgb';
  readonly type: NumberType;
  /** Byte of the first point's value. */
  readonly start: number;
  /** Bytes from one point to the next. */
  readonly stride: number;
  /** Value = stored · scale + offset. */
  readonly scale?: number;
  readonly offset?: number;
  readonly mask?: number;
  /** Number of the column in files that keep each field apart; absent where fields lie in rows. */
  readonly column?: number;
}

/** The roles that stored fields fill. */
export const rolesOf = (fields: readonly StoredField[]): Set<PointRole> =>
  new Set(fields.flatMap(({ role }): PointRole[] => (role === 'rgb' ? ['red', 'green', 'blue'] : [role])));

/**
 * Reads points whose values lie at regular distances, as rows or as columns.
 * @throws Fault ASSET_UNREADABLE where the file ends early.
 */
export function* storedBatches(
  file: PartsFile,
  fields: readonly StoredField[],
  points: number,
  little = true,
): Generator<PointBatch> {
  const columns = emptyColumns(rolesOf(fields));
  for (let first = 0; first < points; first += batchPoints) {
    const count = Math.min(batchPoints, points - first);
    // Fields of a row share their bytes; columns have bytes of their own.
    const blocks = new Map<number, { readonly start: number; readonly bytes: Buffer }>();
    const ends = new Map<number, [from: number, to: number]>();
    for (const field of fields) {
      const column = field.column ?? 0;
      const [from, to] = ends.get(column) ?? [Infinity, 0];
      ends.set(column, [Math.min(from, field.start), Math.max(to, field.start + sizeOf(field.type))]);
    }
    for (const field of fields) {
      const column = field.column ?? 0;
      if (!blocks.has(column)) {
        const [from, to] = ends.get(column)!;
        const length = (count - 1) * field.stride + to - from;
        const start = from + first * field.stride;
        const bytes = file.read(start, length);
        if (bytes.length < length) throw badCloud(file.name, `It ends at point ${first} of ${points}. It is cut off.`);
        blocks.set(column, { start, bytes });
      }
      const block = blocks.get(column)!;
      decodeField(block.bytes, field.start + first * field.stride - block.start, field, count, columns, little);
    }
    yield { count, columns };
  }
}

/** Columns for a batch of points. */
export function emptyColumns(roles: ReadonlySet<PointRole>): Partial<Record<PointRole, Float64Array>> {
  return Object.fromEntries([...roles].map(role => [role, new Float64Array(batchPoints)]));
}

/** Decodes one field of `count` points, the first at byte `at`. */
export function decodeField(
  bytes: Uint8Array,
  at: number,
  field: StoredField,
  count: number,
  columns: Readonly<Partial<Record<PointRole, Float64Array>>>,
  little: boolean,
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { stride, role, type, scale = 1, offset = 0, mask } = field;
  if (role === 'rgb') {
    for (const [channel, byte] of [['blue', 0] as const, ['green', 1] as const, ['red', 2] as const]) {
      const out = columns[channel]!;
      for (let i = 0, from = at + (little ? byte : 3 - byte); i < count; i += 1, from += stride) out[i] = bytes[from]!;
    }
    return;
  }
  const out = columns[role]!;
  const each = (read: (from: number) => number): void => {
    for (let i = 0, from = at; i < count; i += 1, from += stride) out[i] = read(from);
  };
  if (type === 'f4')
    for (let i = 0, from = at; i < count; i += 1, from += stride) out[i] = view.getFloat32(from, little);
  else if (type === 'f8') each(from => view.getFloat64(from, little));
  else if (type === 'u1') each(from => view.getUint8(from));
  else if (type === 'i1') each(from => view.getInt8(from));
  else if (type === 'u2') each(from => view.getUint16(from, little));
  else if (type === 'i2') each(from => view.getInt16(from, little));
  else if (type === 'u4') each(from => view.getUint32(from, little));
  else if (type === 'i4')
    for (let i = 0, from = at; i < count; i += 1, from += stride) out[i] = view.getInt32(from, little);
  else if (type === 'i8') each(from => Number(view.getBigInt64(from, little)));
  else each(from => Number(view.getBigUint64(from, little)));
  if (mask !== undefined) for (let i = 0; i < count; i += 1) out[i] = out[i]! & mask;
  if (scale !== 1 || offset !== 0) for (let i = 0; i < count; i += 1) out[i] = out[i]! * scale + offset;
}
