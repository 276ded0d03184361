import { readText, UnreadableText } from '#plugins/workspace/items/common/index.ts';
import { decodedText, isUtf16 } from '../exchange/decoded-text.ts';
import { ExchangeError } from '../exchange/exchange-error.ts';
import type { ForeignFile } from '../exchange/neutral-document.ts';

/** A text as documents count in it, and where places of the foreign text are in it. */
export interface PlainText {
  /** Without byte order mark, every line end a line feed. */
  readonly text: string;
  /** Code points of it. */
  readonly length: number;
  /** The place of a code point of the foreign text, in code points; those beyond it give the length. */
  place(point: number): number;
}

/** A foreign text, whose line ends may be two characters and whose byte order mark is counted. */
export function plainText(raw: string): PlainText {
  const whole = raw.toWellFormed();
  const points = Array.from(whole);
  if (!/[\r\uFEFF]/.test(whole))
    return { text: whole, length: points.length, place: point => Math.min(point, points.length) };
  const places = new Uint32Array(points.length + 1);
  let next = 0;
  points.forEach((point, at) => {
    places[at] = next;
    if (!(at === 0 && point === '\uFEFF') && !(point === '\r' && points[at + 1] === '\n')) next += 1;
  });
  places[points.length] = next;
  return {
    text: whole.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n'),
    length: next,
    place: point => places[Math.min(point, points.length)]!,
  };
}

/**
 * The text of a file unchanged, byte order mark and line ends included.
 * @throws ExchangeError when it is neither UTF-8 nor marked as UTF-16
 */
export async function rawText(file: ForeignFile): Promise<string> {
  const bytes = await file.bytes();
  const raw = decodedText(bytes);
  try {
    readText(isUtf16(bytes) ? new TextEncoder().encode(raw) : bytes);
  } catch (error) {
    if (error instanceof UnreadableText) throw new ExchangeError(file.path, error.message);
    throw error;
  }
  return raw;
}
