import type { Dictionary } from '../../common/dictionary/dictionary.ts';
import type { FoundTerms } from '../../common/dictionary/find-terms.ts';

/** To the worker: a text and the terms to look for in it. */
export interface SuggestRequest {
  readonly text: string;
  readonly dictionary: Dictionary;
}

export type SuggestAnswer = FoundTerms;
