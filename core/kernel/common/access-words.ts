/** Accesses that an operation, route or command may name besides an action of the permission tables. */
export const ACCESS_WORDS: ReadonlySet<string> = new Set(['public', 'signed-in', 'team-member', 'super-admin']);
