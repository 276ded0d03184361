import type { Stretch } from '../../common/snap-selection.ts';

/** Request of a search. */
export interface FindRequest {
  readonly pattern: string;
  readonly exactCase: boolean;
  readonly wholeWords: boolean;
  readonly isExpression: boolean;
}

/** As many places are found at most; of more, these. */
export const mostHits = 50_000;

export type FindAnswer = { readonly hits: readonly Stretch[]; readonly more: boolean } | { readonly error: string };

/** To the worker: a text to look in from now on, or what to look for in it. */
export type FindMessage = { readonly text: string } | FindRequest;
