import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { ExchangeError } from './exchange-error.ts';
import { decodedText } from './decoded-text.ts';
import type { ForeignFile } from './neutral-document.ts';

/** True for names that do not say what a text file holds. */
export const isPlainName = (path: string): boolean => /(?:\.(?:txt|tsv)|(?:^|\/)[^./]+)$/i.test(path);

/** Returns the text of a file without its byte order mark. */
export const textOf = async (file: ForeignFile): Promise<string> =>
  decodedText(await file.bytes()).replace(/^\uFEFF/, '');

/** Returns the value of a text of JSON. @throws ExchangeError with the parser's words. */
export function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The parser quotes the text, which may hold what no database keeps.
    throw new ExchangeError(
      path,
      `is not valid JSON: ${(error instanceof Error ? error.message : String(error)).replaceAll(/\p{Cc}/gu, '\uFFFD')}`,
    );
  }
}

/** A finite number. @throws ExchangeError naming the field. */
export function numberAt(value: unknown, path: string, field: string): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number))
    throw new ExchangeError(path, `${field} must be a number`);
  return number;
}

/** A flat list of x, y out of pairs. @throws ExchangeError naming the place. */
export function pairsAt(value: unknown, path: string, field: string): number[] {
  if (!Array.isArray(value)) throw new ExchangeError(path, `${field} must be a list of points`);
  return value.flatMap((pair: unknown, at) => {
    if (!Array.isArray(pair) || pair.length < 2) throw new ExchangeError(path, `${field}[${at}] must be [x, y]`);
    return [numberAt(pair[0], path, `${field}[${at}][0]`), numberAt(pair[1], path, `${field}[${at}][1]`)];
  });
}

/** The fields of a record that a format does not know, kept for the way back. */
export function leftovers(record: JsonRecord, known: ReadonlySet<string>): JsonRecord {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !known.has(key)));
}

/** Fields kept from an import of the same format, without those that have a meaning to us. */
export function keptSource(record: JsonRecord, format: string): JsonRecord {
  const { source } = record;
  if (typeof source !== 'object' || source === null || (source as JsonRecord)['format'] !== format) return {};
  return Object.fromEntries(Object.entries(source).filter(([key]) => !['format', 'v', 'skeleton'].includes(key)));
}
