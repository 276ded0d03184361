import { isFault } from '#core/base/common/index.ts';
import type { AssistantContext } from '#plugins/annotate/editor/web/kit/index.ts';
import type { Prompts } from '../../common/prompts.ts';
import { messages } from '../messages.ts';
import type { MlClient } from '../ml-client.ts';
import type { VisionWorker } from '../vision/vision-worker.ts';
import { ClassicalSegmenter } from './classical-segmenter.ts';
import { ModelSegmenter } from './model-segmenter.ts';
import type { Proposal, ProposalOptions, Segmenter } from './proposal.ts';

/** `asking` and `preparing`: the model will be there. `model`: it is. `classical`: the tools of the browser answer. */
export type SegmentationMode = 'asking' | 'preparing' | 'model' | 'classical';

const ONE_WAIT_MS = 20_000;

/**
 * Help with outlining one item: prepares the picture as soon as it is open, and falls back to the browser's own tools.
 */
export class ItemSegmentation {
  readonly #client: MlClient;
  readonly #itemId: number;
  readonly #model: Segmenter;
  readonly #classical: Segmenter;
  readonly #ending = new AbortController();
  readonly #listeners = new Set<() => void>();
  #mode: SegmentationMode = 'asking';
  /** Why the classical tools answer. */
  #reason = '';
  #preparation: string | undefined;

  constructor(client: MlClient, vision: VisionWorker, itemId: number) {
    this.#client = client;
    this.#itemId = itemId;
    this.#model = new ModelSegmenter(client.api, itemId);
    this.#classical = new ClassicalSegmenter(vision);
  }

  get mode(): SegmentationMode {
    return this.#mode;
  }

  /** One line for people. */
  get status(): string {
    switch (this.#mode) {
      case 'asking':
      case 'preparing':
        return messages.shared.analysingImage;
      case 'model':
        return messages.itemSegmentation.readySam2;
      case 'classical':
        return messages.itemSegmentation.reasonGrabcut(this.#reason);
    }
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Leaves the model out: it would look at the entire picture, much too small. */
  inParts(): void {
    this.#fallBack(messages.itemSegmentation.largeImage);
  }

  /** Has the embedding made. Whatever goes wrong, the classical tools are left. */
  async start(): Promise<void> {
    try {
      const capability = await this.#client.capability('segment');
      if (this.#ending.signal.aborted) return;
      if (capability?.state !== 'ready') return this.#fallBack(messages.itemSegmentation.noModel);
      this.#set('preparing');
      let preparation = await this.#client.api.prepareItem({
        params: { item_id: this.#itemId },
        body: { priority: 'now' },
        signal: this.#ending.signal,
      });
      this.#preparation = preparation.id;
      while (preparation.state === 'waiting' || preparation.state === 'working') {
        preparation = await this.#client.api.getPreparation({
          params: { preparation_id: preparation.id },
          query: { wait_ms: ONE_WAIT_MS },
          signal: this.#ending.signal,
        });
      }
      this.#preparation = undefined;
      if (preparation.state === 'ready') this.#set('model');
      else this.#fallBack(messages.itemSegmentation.modelFailed);
    } catch (error) {
      if (!this.#ending.signal.aborted) this.#fallBack(reasonOf(error));
    }
  }

  /** Rejects with a reason for people; with an AbortError when the signal ended it. */
  async propose(context: AssistantContext, prompts: Prompts, options: ProposalOptions): Promise<Proposal> {
    if (this.#mode === 'classical') return this.#classical.propose(context, prompts, options);
    try {
      return await this.#model.propose(context, prompts, options);
    } catch (error) {
      // A box is enough for the classical tools to go on with what was shown.
      if (!isFault(error) || ![403, 404, 409, 422, 503].includes(error.status)) throw error;
      this.#fallBack(reasonOf(error));
      return this.#classical.propose(context, prompts, options);
    }
  }

  /** The item is left: what was not begun need not be. */
  dispose(): void {
    if (this.#ending.signal.aborted) return;
    this.#ending.abort();
    this.#listeners.clear();
    if (this.#preparation !== undefined)
      this.#client.api.cancelPreparation({ params: { preparation_id: this.#preparation } }).catch(() => undefined);
  }

  #fallBack(reason: string): void {
    this.#reason = reason;
    this.#set('classical');
  }

  #set(mode: SegmentationMode): void {
    this.#mode = mode;
    for (const listener of this.#listeners) listener();
  }
}

function reasonOf(error: unknown): string {
  if (!isFault(error)) return messages.itemSegmentation.noModel;
  if (error.code === 'MODEL_UNAVAILABLE') return messages.itemSegmentation.noModel;
  if (error.code === 'PICTURE_NOT_HELD') return messages.itemSegmentation.pictureIsNotOnThisServer;
  if (error.code === 'NETWORK') return messages.itemSegmentation.noConnection;
  return messages.itemSegmentation.modelDoesNotAnswer;
}
