import type { Steps } from '#core/base/common/index.ts';
import type { JsonRecord } from './json-value.ts';

/** Entries of a list that are serialized in one step. */
const ENTRIES = 200;

/** Serializes a document to the same text as `JSON.stringify`, its long lists a few hundred entries a step. */
export function* serializingDocument(document: JsonRecord): Steps<string> {
  const members: string[] = [];
  for (const [key, value] of Object.entries(document)) {
    const text = Array.isArray(value) && value.length > ENTRIES ? yield* serializingList(value) : JSON.stringify(value);
    if (text !== undefined) members.push(`${JSON.stringify(key)}:${text}`);
  }
  return `{${members.join(',')}}`;
}

function* serializingList(list: readonly unknown[]): Steps<string> {
  const parts: string[] = [];
  for (let start = 0; start < list.length; start += ENTRIES) {
    parts.push(JSON.stringify(list.slice(start, start + ENTRIES)).slice(1, -1));
    yield;
  }
  return `[${parts.join(',')}]`;
}
