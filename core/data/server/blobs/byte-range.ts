import type { ByteRange } from './blob-driver.ts';

/**
 * Reads a Range header for a file of `size` bytes (RFC 9110, section 14). `undefined` means "the whole file": no
 * header, one we cannot read, or several ranges, which a server may answer whole. `unsatisfiable` means status 416.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (match === null) return undefined;
  const [, start = '', end = ''] = match;
  if (start === '' && end === '') return undefined;
  if (start === '') {
    const suffix = Number(end);
    return suffix === 0 || size === 0 ? 'unsatisfiable' : { first: Math.max(0, size - suffix), last: size - 1 };
  }
  const first = Number(start);
  const last = end === '' ? size - 1 : Math.min(Number(end), size - 1);
  if (end !== '' && Number(end) < first) return undefined;
  return first >= size ? 'unsatisfiable' : { first, last };
}
