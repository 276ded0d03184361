const CHANNEL = 'loupe-locks';
/** Milliseconds in which other tabs answer. A tab that is asleep for longer counts as gone. */
const ANSWER_MS = 300;

/** A tab asks which locks others hold, or says which it holds. */
type LockMessage = { readonly kind: 'ask' } | { readonly kind: 'held'; readonly names: readonly string[] };

/**
 * Locks that show which tabs live, where the browser has none of its own: it has them on secure addresses only. A tab
 * answers for its locks as long as it lives, so that they end with it.
 */
export class TabLocks {
  readonly #own = new Set<string>();
  #answering: BroadcastChannel | undefined;

  /** Holds a lock until the returned function is called, or the tab goes. */
  hold(name: string): () => void {
    this.#own.add(name);
    this.#answering ??= this.#answer();
    return () => {
      this.#own.delete(name);
      if (this.#own.size > 0) return;
      this.#answering?.close();
      this.#answering = undefined;
    };
  }

  /** Returns the names of the locks that the tabs of this browser hold. */
  async held(): Promise<ReadonlySet<string>> {
    const found = new Set(this.#own);
    const channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener('message', ({ data }: MessageEvent<LockMessage>) => {
      if (data.kind === 'held') for (const name of data.names) found.add(name);
    });
    channel.postMessage({ kind: 'ask' } satisfies LockMessage);
    await new Promise(resolve => setTimeout(resolve, ANSWER_MS));
    channel.close();
    return found;
  }

  #answer(): BroadcastChannel {
    const channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener('message', ({ data }: MessageEvent<LockMessage>) => {
      if (data.kind === 'ask') channel.postMessage({ kind: 'held', names: [...this.#own] } satisfies LockMessage);
    });
    return channel;
  }
}
