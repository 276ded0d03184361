import type { Steps } from '#core/base/common/index.ts';
import type { JsonRecord } from './json-value.ts';

/** Entries of a list that are serialized in one step. */
const ENTRIES = 200;

/** Serializes a document to the same text as `JSON.stringify`, its long lists a few hundred entries a step. */
export function* serializingDocument(document: JsonRecord): Steps<string> {
  // All pieces are joined once: the text of a large document takes long to copy.
  const pieces = ['{'];
  for (const [key, value] of Object.entries(document)) {
    const isLong = Array.isArray(value) && value.length > ENTRIES;
    const text = isLong ? '' : JSON.stringify(value);
    if (text === undefined) continue;
    pieces.push(`${pieces.length === 1 ? '' : ','}${JSON.stringify(key)}:`, text);
    if (isLong) yield* serializingList(value, pieces);
  }
  pieces.push('}');
  return pieces.join('');
}

function* serializingList(list: readonly unknown[], pieces: string[]): Steps<void> {
  pieces.push('[');
  for (let start = 0; start < list.length; start += ENTRIES) {
    if (start > 0) pieces.push(',');
    pieces.push(JSON.stringify(list.slice(start, start + ENTRIES)).slice(1, -1));
    yield;
  }
  pieces.push(']');
}
