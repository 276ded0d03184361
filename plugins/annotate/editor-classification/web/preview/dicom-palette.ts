import type { DataSet } from 'dicom-parser';

/** The colours of stored values: red, green, blue, each 0–255. */
export interface DicomPalette {
  /** Value of the first entry; values before it have its colour, those after the last the last one's. */
  readonly first: number;
  readonly entries: number;
  readonly channels: readonly [Uint8Array, Uint8Array, Uint8Array];
}

/**
 * The palette of a file (DICOM PS3.3 C.7.6.3.1.5); undefined where there is none that can be read, such as a segmented
 * one.
 */
export function readPalette(set: DataSet): DicomPalette | undefined {
  const descriptor = [0, 1, 2].map(at => set.uint16('x00281101', at));
  const entries = descriptor[0] === 0 ? 65_536 : (descriptor[0] ?? 0);
  const channels = ['x00281201', 'x00281202', 'x00281203'].map(tag =>
    channelOf(set, tag, entries, descriptor[2] ?? 16),
  );
  if (entries === 0 || channels.some(each => each === undefined)) return undefined;
  return { first: descriptor[1] ?? 0, entries, channels: channels as unknown as DicomPalette['channels'] };
}

function channelOf(set: DataSet, tag: string, entries: number, bits: number): Uint8Array | undefined {
  const element = set.elements[tag];
  if (element === undefined || element.length < entries) return undefined;
  if (element.length < entries * 2)
    return set.byteArray.slice(element.dataOffset, element.dataOffset + entries) as Uint8Array;
  const values = Array.from({ length: entries }, (_, at) => set.uint16(tag, at) ?? 0);
  // Some writers say 16 bits and mean 8.
  const shift = bits > 8 && values.some(each => each > 255) ? bits - 8 : 0;
  return Uint8Array.from(values, each => each >> shift);
}

/** Stored values as colours, three bytes a pixel. */
export function paletteColours(
  values: ArrayLike<number>,
  { first, entries, channels: [red, green, blue] }: DicomPalette,
): Uint8Array {
  const rgb = new Uint8Array(values.length * 3);
  for (let at = 0; at < values.length; at += 1) {
    const entry = Math.max(0, Math.min(entries - 1, values[at]! - first));
    rgb[at * 3] = red[entry]!;
    rgb[at * 3 + 1] = green[entry]!;
    rgb[at * 3 + 2] = blue[entry]!;
  }
  return rgb;
}
