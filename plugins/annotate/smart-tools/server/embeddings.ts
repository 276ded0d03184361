import { inject } from 'inversify';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import type { QueueTicket, Urgency } from './fair-queue.ts';
import { FairQueue } from './fair-queue.ts';
import { ItemPictures } from './item-pictures.ts';
import { ModelThreads } from './model-threads.ts';

/** One embedding being made, for everybody who wants it. */
interface Making {
  readonly ticket: QueueTicket<number>;
  wanted: number;
}

/** The wish of one caller for an embedding. */
export interface EmbeddingWish {
  /** Milliseconds of work; 0 when it was there. */
  readonly done: Promise<number>;
  readonly started: boolean;
  /** Gives the wish up; the work is taken out of the queue when nobody else wants it. */
  cancel(): void;
}

/** Makes embeddings of pictures, each once however many ask, and has the decoder's thread keep them. */
export class Embeddings {
  readonly #queue = new FairQueue(1);
  readonly #making = new Map<string, Making>();

  constructor(
    @inject(ModelThreads) private readonly threads: ModelThreads,
    @inject(ItemPictures) private readonly pictures: ItemPictures,
  ) {}

  /** Returns the key of the embedding of an item's picture. One picture of one team and one model has one. */
  keyOf(row: ItemRow, version: string): string {
    return `${row.team_id}/${this.pictures.fileOf(row)}-${version}`;
  }

  /** Asks for an embedding. @throws Fault TOO_MANY_REQUESTS. */
  async want(row: ItemRow, version: string, urgency: Urgency): Promise<EmbeddingWish> {
    const key = this.keyOf(row, version);
    const known = this.#making.get(key);
    if (known === undefined && (await this.threads.decoder.call('holds', { key })).held)
      return { done: Promise.resolve(0), started: true, cancel: () => undefined };
    const making = this.#making.get(key) ?? this.#make(row, key, urgency);
    making.wanted += 1;
    if (urgency === 'now') making.ticket.hurry();
    let given = false;
    return {
      done: making.ticket.done,
      get started() {
        return making.ticket.started;
      },
      cancel() {
        if (given) return;
        given = true;
        making.wanted -= 1;
        if (making.wanted === 0) making.ticket.cancel();
      },
    };
  }

  /**
   * Makes the embedding of a picture that belongs to no item, kept in memory under a key. People come first.
   * @param pixels 1024 × 1024 × 3 bytes
   */
  async hold(teamId: number, key: string, pixels: Uint8Array): Promise<void> {
    await this.#queue.add(teamId, 'ahead', async () => {
      const { embedding } = await this.threads.encoder.call('encode', { key, pixels, inMemory: true });
      await this.threads.decoder.call('hold', { key, embedding }, [embedding.buffer as ArrayBuffer]);
    }).done;
  }

  #make(row: ItemRow, key: string, urgency: Urgency): Making {
    const ticket = this.#queue.add(row.team_id, urgency, async () => {
      const pixels = await this.pictures.square(row);
      const { embedding, ms } = await this.threads.encoder.call('encode', { key, pixels });
      await this.threads.decoder.call('hold', { key, embedding }, [embedding.buffer as ArrayBuffer]);
      return ms;
    });
    const making: Making = { ticket, wanted: 0 };
    this.#making.set(key, making);
    const forget = (): void => void (this.#making.get(key) === making && this.#making.delete(key));
    ticket.done.then(forget, forget);
    return making;
  }
}
