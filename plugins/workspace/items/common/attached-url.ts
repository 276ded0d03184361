/** Value in place of the address of an item that has no file. */
export const generatedPath = 'custom_llm';

/** Longest address or place of a file, in characters. */
const LONGEST = 4000;

/**
 * Returns the problem with the given path of an attached file, or undefined. Scripts attach any text there;
 * whether it can be opened is asked when it is: only http and https are handed to browsers.
 */
export function attachedPathProblem(path: string): string | undefined {
  if (path.length > LONGEST) return `use at most ${LONGEST} characters`;
  return /\p{Cc}|\p{Cs}/u.test(path) ? "can't contain line breaks or other control characters" : undefined;
}

/** The address of an attached file as browsers may open it; undefined for anything but http and https. */
export const openableAddress = (path: string | null): string | undefined =>
  path !== null && /^\s*https?:\/\/./i.test(path) && URL.canParse(path) ? path.trim() : undefined;
