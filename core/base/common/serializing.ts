import type { Steps } from './steps.ts';

/** Entries of a list that are serialized in one step. */
const ENTRIES = 200;

/** Levels of objects whose lists are looked at: that of a document within an answer is the second. */
const LEVELS = 2;

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('toJSON' in value);

/** True for a value with a list that takes several steps to serialize. */
export function hasLongList(value: unknown, levels = LEVELS): boolean {
  if (Array.isArray(value)) return value.length > ENTRIES;
  return levels > 0 && isMembers(value) && Object.values(value).some(each => hasLongList(each, levels - 1));
}

/** Serializes an object or a list to the same text as `JSON.stringify`, its long lists a few hundred entries a step. */
export function* serializing(value: object): Steps<string> {
  // All pieces are joined once: the text of a large document takes long to copy.
  const pieces: string[] = [];
  yield* adding(value, pieces, LEVELS);
  return pieces.join('');
}

function* adding(value: unknown, pieces: string[], levels: number): Steps<void> {
  if (!hasLongList(value, levels)) pieces.push(JSON.stringify(value));
  else if (Array.isArray(value)) yield* addingList(value, pieces);
  else yield* addingMembers(value as Members, pieces, levels);
}

function* addingMembers(value: Members, pieces: string[], levels: number): Steps<void> {
  let before = '{';
  for (const [key, member] of Object.entries(value)) {
    // JSON has no such values, and leaves the members out.
    if (['undefined', 'function', 'symbol'].includes(typeof member)) continue;
    pieces.push(`${before}${JSON.stringify(key)}:`);
    yield* adding(member, pieces, levels - 1);
    before = ',';
  }
  pieces.push(before === '{' ? '{}' : '}');
}

function* addingList(list: readonly unknown[], pieces: string[]): Steps<void> {
  pieces.push('[');
  for (let start = 0; start < list.length; start += ENTRIES) {
    if (start > 0) pieces.push(',');
    pieces.push(JSON.stringify(list.slice(start, start + ENTRIES)).slice(1, -1));
    yield;
  }
  pieces.push(']');
}
