import type { Disposable } from '#core/base/common/index.ts';
import type { Stretch } from '../../common/snap-selection.ts';
import type { FindAnswer, FindMessage, FindRequest } from './find-messages.ts';

/** State of a search. Places in UTF-16 units. */
export interface SearchState extends FindRequest {
  readonly opened: boolean;
  readonly hits: readonly Stretch[];
  /** Place of the hit that is looked at. */
  readonly current: number;
  readonly more: boolean;
  readonly busy: boolean;
  readonly error: string | undefined;
}

/** Looks for places of the text, in a worker: a long text takes a while. */
export class TextSearch implements Disposable {
  readonly #text: string;
  readonly #show: (hit: Stretch) => void;
  readonly #listeners = new Set<() => void>();
  #worker: Worker | undefined;
  #looking = false;
  #state: SearchState = {
    opened: false,
    pattern: '',
    exactCase: false,
    wholeWords: false,
    isExpression: false,
    hits: [],
    current: 0,
    more: false,
    busy: false,
    error: undefined,
  };

  /** `show` brings a hit into view. */
  constructor(text: string, show: (hit: Stretch) => void) {
    this.#text = text;
    this.#show = show;
  }

  get state(): SearchState {
    return this.#state;
  }

  get hit(): Stretch | undefined {
    return this.#state.opened ? this.#state.hits[this.#state.current] : undefined;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  open(opened: boolean): void {
    this.#set({ opened });
  }

  /** Looks for something else; begins at the first hit. */
  ask(change: Partial<FindRequest>): void {
    this.#set(change);
    this.#stop();
    const { pattern, exactCase, wholeWords, isExpression } = this.#state;
    if (pattern === '') {
      this.#set({ hits: [], current: 0, more: false, busy: false, error: undefined });
      return;
    }
    this.#set({ busy: true, error: undefined });
    const worker = this.#begin();
    this.#looking = true;
    worker.postMessage({ pattern, exactCase, wholeWords, isExpression } satisfies FindMessage);
  }

  /** Goes to the next or the previous hit, around the end. A search that was closed is shown again. */
  step(forward: boolean): void {
    const { hits, current } = this.#state;
    this.open(true);
    if (hits.length === 0) return;
    this.#set({ current: (current + (forward ? 1 : -1) + hits.length) % hits.length });
    this.#show(this.hit!);
  }

  dispose(): void {
    this.#stop();
    this.#worker?.terminate();
  }

  #begin(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(new URL('./find-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<FindAnswer>) => this.#answered(data);
    worker.postMessage({ text: this.#text } satisfies FindMessage);
    this.#worker = worker;
    return worker;
  }

  #answered(answer: FindAnswer): void {
    this.#looking = false;
    if ('error' in answer) {
      this.#set({ hits: [], current: 0, more: false, busy: false, error: answer.error });
      return;
    }
    this.#set({ hits: answer.hits, current: 0, more: answer.more, busy: false, error: undefined });
    if (this.hit !== undefined) this.#show(this.hit);
  }

  /** Stops without waiting for a running search; the worker that is at it ends. */
  #stop(): void {
    if (!this.#looking) return;
    this.#looking = false;
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  #set(change: Partial<SearchState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
