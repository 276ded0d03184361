/** Somebody who can be mentioned. */
export interface Mentionable {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

const LETTER = /[\p{L}\p{N}_]/u;

/**
 * The words after an `@` that mean a person: e-mail, the part before its `@`, full name, and first name where only one
 * person has it.
 */
function namesOf(person: Mentionable, people: readonly Mentionable[]): readonly string[] {
  const first = person.firstName.trim().toLowerCase();
  const full = `${person.firstName} ${person.lastName}`.trim().toLowerCase();
  const local = person.email.slice(0, person.email.indexOf('@')).toLowerCase();
  const unique = (name: string, of: (each: Mentionable) => string): boolean =>
    name !== '' && people.filter(each => of(each) === name).length === 1;
  return [
    person.email.toLowerCase(),
    ...(full === '' ? [] : [full]),
    ...(unique(first, each => each.firstName.trim().toLowerCase()) ? [first] : []),
    ...(unique(local, each => each.email.slice(0, each.email.indexOf('@')).toLowerCase()) ? [local] : []),
  ];
}

/**
 * Returns the e-mails of those of the people whom a text mentions as `@name`. An address in running text mentions
 * nobody.
 */
export function mentionedIn(text: string, people: readonly Mentionable[]): readonly string[] {
  const lower = text.toLowerCase();
  const names = people
    .flatMap(person => namesOf(person, people).map(name => ({ name, email: person.email })))
    // “@ana maria” means Ana Maria, not Ana.
    .toSorted((one, other) => other.name.length - one.name.length);
  const found = new Set<string>();
  for (let at = lower.indexOf('@'); at >= 0; at = lower.indexOf('@', at + 1)) {
    if (at > 0 && LETTER.test(lower[at - 1]!)) continue;
    const longest = names.find(
      ({ name }) => lower.startsWith(name, at + 1) && !LETTER.test(lower[at + 1 + name.length] ?? ' '),
    );
    if (longest === undefined) continue;
    for (const each of names) if (each.name === longest.name) found.add(each.email);
  }
  return [...found];
}
