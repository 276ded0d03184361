import type { AssistantContext, SuggestedRegion } from '#plugins/annotate/editor/web/kit/index.ts';
import type { Prompts } from '../../common/prompts.ts';

/** One of the candidate regions; it is made when it is looked at. */
export interface ProposedRegion {
  /** 0..1; undefined when the provider does not report it. */
  readonly score: number | undefined;
  region(): Promise<SuggestedRegion>;
}

/** Answer to what a person showed, likeliest first. */
export interface Proposal {
  /** Names the answer, so that later points can correct it. */
  readonly id?: string;
  readonly regions: readonly ProposedRegion[];
}

export interface ProposalOptions {
  /** The candidate of an earlier answer that these prompts correct. */
  readonly previous?: { readonly id: string; readonly candidate: number };
  /** A coarse answer is enough: it is only looked at. */
  readonly preview?: boolean;
  readonly signal: AbortSignal;
}

/** Something that turns prompts into regions. */
export interface Segmenter {
  propose(context: AssistantContext, prompts: Prompts, options: ProposalOptions): Promise<Proposal>;
}

/**
 * Returns the tolerance of outlines, their largest distance from the mask in item pixels: one pixel of the screen,
 * between 0.75 and 3.
 */
export function outlineTolerance(context: AssistantContext): number {
  return Math.min(Math.max(context.stage.reach(1), 0.75), 3);
}
