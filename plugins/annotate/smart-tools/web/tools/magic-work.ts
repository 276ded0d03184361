import type { AssistantContext, SuggestedRegion } from '#plugins/annotate/editor/web/kit/index.ts';
import type { PromptPoint, Prompts } from '../../common/prompts.ts';
import { isSilent, noPrompts, withoutLast, withPoint } from '../../common/prompts.ts';
import type { ItemSegmentation } from '../segmenting/item-segmentation.ts';
import type { Proposal } from '../segmenting/proposal.ts';
import type { Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { messages } from '../messages.ts';

/** A region that is looked at, and which of how many it is. */
export interface ShownRegion {
  readonly region: SuggestedRegion;
  /** From 0. */
  readonly at: number;
  readonly count: number;
  readonly score: number | undefined;
}

/** Prompts for one object so far, and the proposal. Nothing of it is in the document until it is accepted. */
export class MagicWork {
  readonly #context: AssistantContext;
  readonly #segmentation: ItemSegmentation;
  #prompts: Prompts = noPrompts;
  #proposal: Proposal | undefined;
  #shown: ShownRegion | undefined;
  #asking: AbortController | undefined;
  /** Points were added and not sent. */
  #held = false;
  #acceptNext = false;
  #problem: string | undefined;

  constructor(context: AssistantContext, segmentation: ItemSegmentation) {
    this.#context = context;
    this.#segmentation = segmentation;
  }

  get prompts(): Prompts {
    return this.#prompts;
  }

  get shown(): ShownRegion | undefined {
    return this.#shown;
  }

  get busy(): boolean {
    return this.#asking !== undefined;
  }

  get held(): boolean {
    return this.#held;
  }

  /** Why there is nothing to see; undefined when all is well. */
  get problem(): string | undefined {
    return this.#problem;
  }

  get isEmpty(): boolean {
    return this.#prompts.points.length === 0 && this.#prompts.box === undefined;
  }

  /** `wait` only notes the points: Ctrl is held. */
  add(points: readonly PromptPoint[], wait: boolean): void {
    this.#prompts = points.reduce(withPoint, this.#prompts);
    this.#changed(wait);
  }

  /** A new box starts over: what was shown before belonged to another one. */
  setBox(box: Rectangle, wait: boolean): void {
    this.#prompts = { points: this.#prompts.box === undefined ? this.#prompts.points : [], box };
    this.#proposal = undefined;
    this.#changed(wait);
  }

  /** Takes the last point back; false when there is none. */
  takeBack(): boolean {
    if (this.isEmpty) return false;
    this.#prompts = withoutLast(this.#prompts);
    this.#proposal = undefined;
    if (this.isEmpty) this.drop();
    else this.#changed(false);
    return true;
  }

  /** Sends what was held back. */
  send(): void {
    if (this.#held) this.#changed(false);
  }

  /** Walks the candidates; false when there is no other. */
  walk(step: number): boolean {
    const { regions } = this.#proposal ?? { regions: [] };
    if (this.#shown === undefined || regions.length < 2) return false;
    void this.#show((this.#shown.at + step + regions.length) % regions.length);
    return true;
  }

  /**
   * Makes what is shown an object; what is still being asked for is made one as soon as it is there. False when there
   * is nothing.
   */
  accept(): boolean {
    if (this.#held) this.#changed(false);
    if (this.busy) {
      this.#acceptNext = true;
      return true;
    }
    if (this.#shown === undefined) return false;
    const { region } = this.#shown;
    this.drop();
    this.#context.accept(region);
    return true;
  }

  /** Forgets everything; false when there was nothing. */
  drop(): boolean {
    const had = !this.isEmpty || this.#shown !== undefined || this.#problem !== undefined;
    this.#asking?.abort();
    this.#asking = undefined;
    this.#prompts = noPrompts;
    this.#proposal = undefined;
    this.#shown = undefined;
    this.#held = false;
    this.#acceptNext = false;
    this.#problem = undefined;
    this.#context.stage.requestOverlay();
    return had;
  }

  #changed(wait: boolean): void {
    this.#held = wait;
    this.#problem = undefined;
    if (!wait && !isSilent(this.#prompts)) void this.#ask();
    this.#context.stage.requestOverlay();
  }

  async #ask(): Promise<void> {
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    const { id } = this.#proposal ?? {};
    const previous =
      id === undefined || this.#shown === undefined || this.#prompts.points.length < 2
        ? undefined
        : { id, candidate: this.#shown.at };
    try {
      const proposal = await this.#segmentation.propose(this.#context, this.#prompts, {
        signal: asking.signal,
        ...(previous === undefined ? {} : { previous }),
      });
      if (asking.signal.aborted) return;
      this.#proposal = proposal;
      this.#shown = undefined;
      if (proposal.regions.length > 0) await this.#show(0, asking.signal);
      else
        this.#problem =
          this.#prompts.box === undefined
            ? messages.shared.dragABoxAroundTheObject
            : messages.magicWork.nothingWasFoundHere;
    } catch (error) {
      if (asking.signal.aborted) return;
      this.#problem = error instanceof Error ? error.message : messages.magicWork.helpFailed;
    }
    if (this.#asking !== asking) return;
    this.#asking = undefined;
    const accepts = this.#acceptNext;
    this.#acceptNext = false;
    if (accepts) this.accept();
    this.#context.stage.requestOverlay();
  }

  async #show(at: number, signal?: AbortSignal): Promise<void> {
    const proposal = this.#proposal;
    const chosen = proposal?.regions[at];
    if (proposal === undefined || chosen === undefined) return;
    const region = await chosen.region();
    if (signal?.aborted === true || this.#proposal !== proposal) return;
    this.#shown = { region, at, count: proposal.regions.length, score: chosen.score };
    this.#context.stage.requestOverlay();
  }
}
