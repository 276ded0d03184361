import { messages } from './messages.ts';
/** Returns the problem with the address of instructions, or undefined; none is fine. */
export function linkProblem(text: string): string | undefined {
  const link = text.trim();
  if (link === '') return undefined;
  return /^https?:\/\/\S+$/i.test(link) ? undefined : messages.linkProblem.useAnAddressThatStarts;
}
