/** What stands for the address of an item that has no file (wire, main API 8). */
export const generatedPath = 'custom_llm';

/** Longest address or place of a file, in characters. */
const LONGEST = 4000;

/**
 * What is wrong with the address of an attached file, or undefined. Only http and https are fetched by browsers without
 * running anything; in an integration it may be a place (a key) as well.
 */
export function attachedUrlProblem(address: string, inIntegration: boolean): string | undefined {
  if (address.length > LONGEST) return `use at most ${LONGEST} characters`;
  if (/\p{Cc}|\p{Cs}/u.test(address)) return "can't contain line breaks or other control characters";
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address.trim())?.[1]?.toLowerCase();
  if (scheme === 'http' || scheme === 'https') return URL.canParse(address) ? undefined : 'is no address that can be read';
  return inIntegration && scheme === undefined ? undefined : 'must be an address that starts with https:// or http://';
}
