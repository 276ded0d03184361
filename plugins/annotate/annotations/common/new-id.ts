const HEXADECIMAL = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * A random 128-bit id as 32 hexadecimal digits, for instances, comments and edits.
 * Uses `getRandomValues`, since `randomUUID` does not exist on a page served over plain http.
 */
export function newId(): string {
  let id = '';
  for (const byte of crypto.getRandomValues(new Uint8Array(16))) id += HEXADECIMAL[byte];
  return id;
}
