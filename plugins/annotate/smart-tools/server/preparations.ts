import { randomUUID } from 'node:crypto';
import { inject } from 'inversify';
import { Fault, isFault, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { Items } from '#plugins/workspace/items/server/kit/index.ts';
import type { Preparation } from '../common/api.ts';
import { annotatedItem } from './annotated-item.ts';
import type { EmbeddingWish } from './embeddings.ts';
import { Embeddings } from './embeddings.ts';
import type { Urgency } from './fair-queue.ts';
import { Providers } from './providers.ts';

/** Most that are remembered; the oldest that ended go first. */
const REMEMBERED = 2000;

interface Owned {
  readonly teamId: number;
  readonly userId: number;
  readonly wish: EmbeddingWish;
  /** Resolves when it has ended in any way. */
  readonly ended: Promise<void>;
  view: Preparation;
}

/**
 * Wishes for embeddings as their owners follow and cancel them. They live as long as the process: an embedding that is
 * there is found again.
 */
export class Preparations {
  readonly #known = new Map<string, Owned>();

  constructor(
    @inject(Items) private readonly items: Items,
    @inject(Providers) private readonly providers: Providers,
    @inject(Embeddings) private readonly embeddings: Embeddings,
  ) {}

  /** @throws Fault NOT_FOUND, FORBIDDEN, MODEL_UNAVAILABLE, PICTURE_NOT_HELD, TOO_MANY_REQUESTS. */
  async begin(context: RequestContext, itemId: number, urgency: Urgency): Promise<Preparation> {
    const row = await annotatedItem(this.items, context, itemId);
    const answerer = await this.providers.demand('segment');
    const wish = await this.embeddings.want(row, answerer.version, urgency);
    const id = randomUUID();
    const owned: Owned = {
      teamId: context.team.id,
      userId: context.user.id,
      wish,
      view: { id, item_id: row.id, state: 'waiting', ...answerer },
      ended: wish.done.then(
        ms => this.#end(id, { state: 'ready', ms: Math.round(ms) }),
        (error: unknown) =>
          this.#end(
            id,
            isFault(error) && error.code === 'CANCELLED'
              ? { state: 'cancelled' }
              : { state: 'failed', reason: isFault(error) ? error.message : 'The model failed. Try again.' },
          ),
      ),
    };
    this.#known.set(id, owned);
    this.#trim();
    // An embedding that exists already is reported at once.
    await Promise.race([owned.ended, Promise.resolve().then(() => undefined)]);
    return this.#viewOf(owned);
  }

  /** Waits up to `waitMs` for the end. @throws Fault NOT_FOUND also for those of others. */
  async get(context: RequestContext, id: string, waitMs: number): Promise<Preparation> {
    const owned = this.#own(context, id);
    if (waitMs > 0 && !hasEnded(owned.view)) await Promise.race([owned.ended, later(waitMs, context.signal)]);
    return this.#viewOf(owned);
  }

  cancel(context: RequestContext, id: string): Preparation {
    const owned = this.#own(context, id);
    if (hasEnded(owned.view)) return owned.view;
    owned.view = { ...owned.view, state: 'cancelled' };
    owned.wish.cancel();
    return owned.view;
  }

  #own(context: RequestContext, id: string): Owned {
    const owned = this.#known.get(id);
    if (owned === undefined || owned.teamId !== context.team.id || owned.userId !== context.user.id)
      throw notFound('The preparation');
    return owned;
  }

  #viewOf(owned: Owned): Preparation {
    return hasEnded(owned.view) ? owned.view : { ...owned.view, state: owned.wish.started ? 'working' : 'waiting' };
  }

  #end(id: string, outcome: Partial<Preparation>): void {
    const owned = this.#known.get(id);
    if (owned !== undefined && !hasEnded(owned.view)) owned.view = { ...owned.view, ...outcome };
  }

  #trim(): void {
    for (const [id, { view }] of this.#known) {
      if (this.#known.size <= REMEMBERED) return;
      if (hasEnded(view)) this.#known.delete(id);
    }
    if (this.#known.size > REMEMBERED * 2)
      throw new Fault('TOO_MANY_REQUESTS', 'The server prepares too many pictures at once. Try again in a moment.', {
        status: 429,
        details: { retryAfter: 5 },
      });
  }
}

const hasEnded = ({ state }: Preparation): boolean => state === 'ready' || state === 'failed' || state === 'cancelled';

const later = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
