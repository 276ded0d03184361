/** Somebody who can be mentioned in a comment. */
export interface MentionedPerson {
  readonly email: string;
  /** Full name; empty where none is known. */
  readonly name: string;
}

/** An `@` being typed: where it is, and what follows it up to the caret. */
export interface OpenMention {
  readonly at: number;
  readonly typed: string;
}

/** Longest part of a name that is completed, characters. */
const LONGEST = 40;

/** Returns the mention that the caret is in; undefined where it is in none. An `@` inside an address begins none. */
export function mentionAt(text: string, caret: number): OpenMention | undefined {
  const at = text.lastIndexOf('@', caret - 1);
  if (at < 0 || at >= caret || caret - at - 1 > LONGEST) return undefined;
  if (at > 0 && /[\p{L}\p{N}_.]/u.test(text[at - 1]!)) return undefined;
  const typed = text.slice(at + 1, caret);
  return /[\n@]|^\s|\s\S*\s/.test(typed) ? undefined : { at, typed };
}

/** Returns up to `most` people whose name or e-mail has a word that begins with what was typed. */
export function completions(
  people: readonly MentionedPerson[],
  typed: string,
  most: number,
): readonly MentionedPerson[] {
  const wanted = typed.toLowerCase();
  return people
    .filter(({ name, email }) => [name, ...name.split(' '), email].some(each => each.toLowerCase().startsWith(wanted)))
    .slice(0, most);
}

/**
 * Completes a mention with the person's name, or e-mail where another of the people has the same name; answers the text
 * and the caret in it.
 */
export function completeMention(
  text: string,
  { at, typed }: OpenMention,
  person: MentionedPerson,
  people: readonly MentionedPerson[],
): { readonly text: string; readonly caret: number } {
  const namesakes = people.filter(each => each.name.toLowerCase() === person.name.toLowerCase());
  const word = `@${person.name === '' || namesakes.length > 1 ? person.email : person.name} `;
  const rest = text.slice(at + 1 + typed.length).replace(/^ /, '');
  return { text: text.slice(0, at) + word + rest, caret: at + word.length };
}
