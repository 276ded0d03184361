/**
 * A random 128-bit id as 32 hexadecimal digits, for instances, comments and edits.
 * Uses `getRandomValues`, since `randomUUID` does not exist on a page served over plain http.
 */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}
