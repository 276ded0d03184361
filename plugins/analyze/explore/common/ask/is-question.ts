import { parseQuery } from '../query/parse-query.ts';

/** Returns whether a text is a question in English: it cannot be read as a query, and has none of the signs of one. */
export function isQuestion(text: string): boolean {
  const words = text.trim();
  return /\p{L}/u.test(words) && !/[()[\]{}=!]|\w\.\w+\s*[<>]/u.test(words) && parseQuery(words).problems.length > 0;
}
