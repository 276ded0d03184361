const HEXADECIMAL = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

const ID_BYTES = 16;

/** Random bytes of the next 256 ids: a document of many instances asks the system seldom. */
const pool = new Uint8Array(256 * ID_BYTES);
let used = pool.length;

/**
 * A random 128-bit id as 32 hexadecimal digits, for instances, comments and edits.
 * Uses `getRandomValues`, since `randomUUID` does not exist on a page served over plain http.
 */
export function newId(): string {
  if (used === pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  let id = '';
  for (const end = used + ID_BYTES; used < end; used++) id += HEXADECIMAL[pool[used] as number];
  return id;
}
