/** Bounds of one query (explore query 2). */
export const queryLimits = {
  /** UTF-8 bytes of the text, lists of item names not counted. */
  bytes: 8 * 1024,
  /** Characters of the text with its lists of item names. */
  characters: 2 * 1024 * 1024,
  terms: 64,
  listEntries: 500,
  /** Entries of a list that `name` is compared with: the public client asks for the items of a subset so. */
  nameEntries: 5000,
  depth: 16,
  patternCharacters: 200,
  orderKeys: 5,
  /** Problems that are shown; a text with more is no query. */
  problems: 100,
} as const;
