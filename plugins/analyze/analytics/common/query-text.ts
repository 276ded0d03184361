/** A text as a value of the Explore language. */
export const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/** Conditions that all hold; empty when there are none. */
export function allOf(...conditions: readonly (string | undefined)[]): string {
  const held = conditions.filter(each => each !== undefined && each !== '') as readonly string[];
  return held.length < 2 ? held.join('') : held.map(each => (/ OR /.test(each) ? `(${each})` : each)).join(' AND ');
}

/** Items that people are assigned to, have moved, or made objects in. */
export function workedOnBy(emails: readonly string[]): string {
  const people = `[${emails.map(quoted).join(', ')}]`;
  return `assignment(email IN ${people}) OR history(user IN ${people}) OR instance(createdBy IN ${people})`;
}

/** Items by their ids; undefined for none. */
export const itemsWithIds = (ids: readonly number[]): string | undefined =>
  ids.length === 0 ? undefined : `id IN [${ids.join(', ')}]`;
