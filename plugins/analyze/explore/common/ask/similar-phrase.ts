import type { PhraseReader } from './phrase-reader.ts';

const LIKE = 'similar to|similar|looks like|look like|looking like|resembling|same as|like item';
const DUPLICATE = 'near duplicates|duplicates|duplicate';
const ITEM = 'the item|item|the picture|picture|the image|image|the photo|photo';

/**
 * Reads a condition about look-alikes. Returns undefined where none comes next, and `unnamed` where the item is not
 * named by its number.
 */
export function readSimilar(reader: PhraseReader): string | 'unnamed' | undefined {
  if (reader.take(DUPLICATE) !== undefined) {
    reader.take('of');
    const id = readNumber(reader);
    return id === undefined ? 'file(duplicates > 0)' : `duplicateOf(${id}, 0.9)`;
  }
  if (reader.take('like this') !== undefined) return 'unnamed';
  if (reader.take(LIKE) === undefined) return undefined;
  const id = readNumber(reader);
  return id === undefined ? 'unnamed' : `similarTo(${id}, 100)`;
}

function readNumber(reader: PhraseReader): string | undefined {
  reader.take(ITEM);
  const text = reader.now?.text.replace(/^#/, '');
  if (text === undefined || !/^[1-9]\d{0,9}$/.test(text)) return undefined;
  reader.at += 1;
  return text;
}
