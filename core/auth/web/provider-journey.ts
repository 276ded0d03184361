import { tabStore } from '#core/base/web/index.ts';

const JOURNEY_KEY = 'loupe_provider_journey';
const ANSWER_KEY = 'loupe_provider_answer';

/**
 * A way to an identity provider and back, kept by the tab that began it: an answer in another tab or browser is
 * nobody's.
 */
export interface ProviderJourney {
  readonly ticket: string;
  /** Address inside the product that follows. */
  readonly landing: string;
  /** True for a test: the page at `landing` gets the answer, and nobody is signed in. */
  readonly trial?: boolean;
}

/** The answer of a provider, for the page that asked for a test. */
export interface ProviderAnswer {
  readonly ticket: string;
  readonly answer: string;
}

function take<T>(key: string): T | undefined {
  const text = tabStore.get(key);
  tabStore.remove(key);
  return text === undefined ? undefined : (JSON.parse(text) as T);
}

/** Sends the tab to a provider. */
export function startJourney(url: string, journey: ProviderJourney): void {
  tabStore.set(JOURNEY_KEY, JSON.stringify(journey));
  location.assign(url);
}

/** Returns the journey that this tab began, once. */
export const takeJourney = (): ProviderJourney | undefined => take(JOURNEY_KEY);

/** Keeps an answer for the page that asked for a test. */
export const keepAnswer = (answer: ProviderAnswer): void => tabStore.set(ANSWER_KEY, JSON.stringify(answer));

/** Returns the answer to a test, once. */
export const takeAnswer = (): ProviderAnswer | undefined => take(ANSWER_KEY);
