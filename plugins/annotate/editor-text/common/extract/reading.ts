import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import { extensionOf } from '#plugins/workspace/items/common/index.ts';

/** Files whose text is read out of them. */
export type ReadKind = 'pdf' | 'html';

/**
 * Versions of reading texts out of files, by kind. Places of spans are counted in what was read: whoever changes a
 * reading, so that any file gives another text, counts its version up.
 */
export const readingVersions: Readonly<Record<ReadKind, number>> = { pdf: 1, html: 1 };

/** Reading that the positions of a document refer to: `metadata.reading`. */
export interface Reading {
  readonly of: ReadKind;
  readonly version: number;
  /** Of the text that was read. */
  readonly digest: string;
  /** Code points of it. */
  readonly length: number;
}

/** Returns how the text of a file is read, by its name and its first bytes; undefined for plain text. */
export function readKindOf(name: string, bytes: Uint8Array): ReadKind | undefined {
  if (String.fromCharCode(...bytes.subarray(0, 5)) === '%PDF-') return 'pdf';
  return ['html', 'htm', 'xhtml'].includes(extensionOf(name)) ? 'html' : undefined;
}

/** The reading a document says it counts in. */
export function readingOf(metadata: Readonly<Record<string, unknown>>): Reading | undefined {
  const { reading } = metadata;
  return isRecord(reading) && typeof reading['digest'] === 'string' ? (reading as unknown as Reading) : undefined;
}

/**
 * Distinguishes texts: 64 bits, made of two hashes (Fowler, Noll and Vo, 1a) over the UTF-16 units. Not against people
 * who want two alike.
 */
export function textDigest(text: string): string {
  let [one, other] = [0x811c9dc5, 0xc2b2ae35];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul(other ^ (unit + 0x9e37), 0x01000193);
  }
  return [one, other].map(each => (each >>> 0).toString(16).padStart(8, '0')).join('');
}
