import type { ChatMessage, Usage } from './model.ts';

/** Characters of a token, about, where a provider does not count. */
const CHARACTERS = 4;

export const estimateTokens = (text: string): number => Math.ceil(text.length / CHARACTERS);

export const estimateInput = (messages: readonly ChatMessage[]): number =>
  messages.reduce((sum, each) => sum + estimateTokens(each.content) + CHARACTERS, 0);

/** Cost in US dollars; null where the model has no prices. Prices are for a million tokens. */
export function costOf(
  { input_tokens: input, output_tokens: output }: Usage,
  prices: { readonly price_in: number | null; readonly price_out: number | null },
): number | null {
  if (prices.price_in === null && prices.price_out === null) return null;
  return (input * (prices.price_in ?? 0) + output * (prices.price_out ?? 0)) / 1_000_000;
}

/** The calendar month of a moment in UTC, as `2026-11`, and when it began. */
export function monthOf(now: Date): { readonly name: string; readonly start: Date } {
  const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  return { name: start.toISOString().slice(0, 7), start };
}
