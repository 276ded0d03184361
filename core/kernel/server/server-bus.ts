import type { Disposable } from '#core/base/common/index.ts';
import { toDisposable } from '#core/base/common/index.ts';
import type { Log } from '#core/api/server/index.ts';
import type { Database } from '#core/data/server/index.ts';

type Handler = (payload: never) => unknown;

interface Message {
  readonly kind: string;
  readonly payload: unknown;
}

const CHANNEL = 'loupe_bus';

/** Short messages to every server of the installation: ids and small facts, at most 6 KB. */
export class ServerBus {
  readonly #handlers = new Map<string, Handler>();

  constructor(
    private readonly database: Database,
    private readonly log: Log,
  ) {}

  /** Sets the handler of a kind of message on this server. */
  on<T>(kind: string, handler: (payload: T) => unknown): Disposable {
    if (this.#handlers.has(kind)) throw new TypeError(`The bus has a handler of "${kind}" already.`);
    this.#handlers.set(kind, handler as Handler);
    return toDisposable(() => void this.#handlers.delete(kind));
  }

  /** Begins to receive what other servers send. */
  start(): Promise<Disposable> {
    return this.database.listen(
      CHANNEL,
      text => {
        const { kind, payload } = JSON.parse(text) as Message;
        this.#handle(kind, payload).catch((error: unknown) =>
          this.log.error({ err: error, kind }, 'a message of another server failed'),
        );
      },
      { others: true },
    );
  }

  /**
   * Runs the handlers of `kind` on every server; resolves when this server's is done. In an open transaction, others
   * get it at its commit.
   */
  async send(kind: string, payload: unknown): Promise<void> {
    await this.#handle(kind, payload);
    await this.sendToOthers(kind, payload);
  }

  /** Runs the handlers of `kind` on the other servers only. */
  async sendToOthers(kind: string, payload: unknown): Promise<void> {
    await this.database.notifyOthers(CHANNEL, JSON.stringify({ kind, payload } satisfies Message));
  }

  async #handle(kind: string, payload: unknown): Promise<void> {
    await this.#handlers.get(kind)?.(payload as never);
  }
}
