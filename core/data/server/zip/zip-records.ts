/** Entry of a file in the directory of an archive (APPNOTE 6.3.10). */
export interface ZipEntry {
  /** With `/` between its parts. */
  readonly path: string;
  /** Written in UTC: the format knows no time zone. */
  readonly at: Date;
  readonly compressed: boolean;
  /** Of the bytes as they were before compression. */
  readonly crc: number;
  readonly size: number;
  readonly compressedSize: number;
  /** Offset of the file in the archive, in bytes. */
  readonly offset: number;
  /** Unix permissions of the file, e.g. `0o644`. */
  readonly rights: number;
  /** Checksum and sizes follow the file, since they were not known before it was written. */
  readonly described: boolean;
}

/** The highest number of four bytes; it says that the true one is elsewhere. */
const FULL = 0xffff_ffff;
const FULL_SHORT = 0xffff;
const DEFLATED = 8;
/** Flags: a descriptor follows the file; the path is UTF-8. */
const DESCRIBED = 1 << 3;
const UTF8 = 1 << 11;
const VERSION = 20;
const VERSION_64 = 45;
/** Made on Unix, which is what the rights in the directory mean. */
const UNIX = 3 << 8;
/** A plain file, beside its rights. */
const PLAIN_FILE = 0o100_000;

/**
 * Seconds since 1980 in the format of the old file system, two bytes of time and two of day; earlier times are its
 * first.
 */
function dosTime(at: Date): number {
  const year = at.getUTCFullYear();
  if (Number.isNaN(year) || year < 1980) return (1 << 21) | (1 << 16);
  return (
    ((Math.min(year - 1980, 127) << 25) |
      ((at.getUTCMonth() + 1) << 21) |
      (at.getUTCDate() << 16) |
      (at.getUTCHours() << 11) |
      (at.getUTCMinutes() << 5) |
      (at.getUTCSeconds() >> 1)) >>>
    0
  );
}

const flagsOf = ({ described }: Pick<ZipEntry, 'described'>): number => UTF8 | (described ? DESCRIBED : 0);
const methodOf = ({ compressed }: Pick<ZipEntry, 'compressed'>): number => (compressed ? DEFLATED : 0);
const isLarge = ({ size, compressedSize }: Pick<ZipEntry, 'size' | 'compressedSize'>): boolean =>
  size >= FULL || compressedSize >= FULL;

/** Returns the header before a file. */
export function localHeader(entry: ZipEntry): Buffer {
  const path = Buffer.from(entry.path);
  const header = Buffer.alloc(30 + path.length);
  header.writeUInt32LE(0x0403_4b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(flagsOf(entry), 6);
  header.writeUInt16LE(methodOf(entry), 8);
  header.writeUInt32LE(dosTime(entry.at), 10);
  if (!entry.described) {
    header.writeUInt32LE(entry.crc, 14);
    header.writeUInt32LE(entry.compressedSize, 18);
    header.writeUInt32LE(entry.size, 22);
  }
  header.writeUInt16LE(path.length, 26);
  path.copy(header, 30);
  return header;
}

/** Returns the descriptor after a file whose sizes were not known before. */
export function descriptor(entry: ZipEntry): Buffer {
  const large = isLarge(entry);
  const record = Buffer.alloc(large ? 24 : 16);
  record.writeUInt32LE(0x0807_4b50, 0);
  record.writeUInt32LE(entry.crc, 4);
  if (large) {
    record.writeBigUInt64LE(BigInt(entry.compressedSize), 8);
    record.writeBigUInt64LE(BigInt(entry.size), 16);
  } else {
    record.writeUInt32LE(entry.compressedSize, 8);
    record.writeUInt32LE(entry.size, 12);
  }
  return record;
}

/** The line of a file in the directory. */
export function directoryRecord(entry: ZipEntry): Buffer {
  const path = Buffer.from(entry.path);
  const wide = isLarge(entry) || entry.offset >= FULL;
  const record = Buffer.alloc(46 + path.length + (wide ? 28 : 0));
  record.writeUInt32LE(0x0201_4b50, 0);
  record.writeUInt16LE(UNIX | (wide ? VERSION_64 : VERSION), 4);
  record.writeUInt16LE(wide ? VERSION_64 : VERSION, 6);
  record.writeUInt16LE(flagsOf(entry), 8);
  record.writeUInt16LE(methodOf(entry), 10);
  record.writeUInt32LE(dosTime(entry.at), 12);
  record.writeUInt32LE(entry.crc, 16);
  record.writeUInt32LE(wide ? FULL : entry.compressedSize, 20);
  record.writeUInt32LE(wide ? FULL : entry.size, 24);
  record.writeUInt16LE(path.length, 28);
  record.writeUInt16LE(wide ? 28 : 0, 30);
  record.writeUInt32LE(((PLAIN_FILE | entry.rights) << 16) >>> 0, 38);
  record.writeUInt32LE(wide ? FULL : entry.offset, 42);
  path.copy(record, 46);
  if (wide) {
    const extra = 46 + path.length;
    record.writeUInt16LE(1, extra);
    record.writeUInt16LE(24, extra + 2);
    [entry.size, entry.compressedSize, entry.offset].forEach((value, index) =>
      record.writeBigUInt64LE(BigInt(value), extra + 4 + 8 * index),
    );
  }
  return record;
}

/** The end of an archive whose directory has so many files, begins at a byte and takes so many. */
export function endRecords(files: number, offset: number, size: number): Buffer {
  const wide = files >= FULL_SHORT || offset >= FULL || size >= FULL;
  const records = Buffer.alloc((wide ? 76 : 0) + 22);
  if (wide) {
    records.writeUInt32LE(0x0606_4b50, 0);
    records.writeBigUInt64LE(44n, 4);
    records.writeUInt16LE(UNIX | VERSION_64, 12);
    records.writeUInt16LE(VERSION_64, 14);
    [files, files, size, offset].forEach((value, index) => records.writeBigUInt64LE(BigInt(value), 24 + 8 * index));
    records.writeUInt32LE(0x0706_4b50, 56);
    records.writeBigUInt64LE(BigInt(offset + size), 64);
    records.writeUInt32LE(1, 72);
  }
  const end = records.length - 22;
  records.writeUInt32LE(0x0605_4b50, end);
  records.writeUInt16LE(wide ? FULL_SHORT : files, end + 8);
  records.writeUInt16LE(wide ? FULL_SHORT : files, end + 10);
  records.writeUInt32LE(wide ? FULL : size, end + 12);
  records.writeUInt32LE(wide ? FULL : offset, end + 16);
  return records;
}
