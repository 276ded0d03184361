interface KnownMember {
  readonly email: string;
  readonly address: string;
}

/**
 * Returns the e-mail that names who made a project, for a text that somebody typed: people are known by their present
 * address on screen. Other texts are taken as they are.
 */
export function creatorName(text: string, members: readonly KnownMember[]): string {
  const wanted = text.trim().toLowerCase();
  return members.find(each => each.address === wanted)?.email ?? wanted;
}
