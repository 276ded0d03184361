import type { Client } from '#core/api/web/index.ts';
import type { customAppsApi } from '../../common/api.ts';

/** A refused call or a fault of an app. */
export interface LogEntry {
  readonly call: string;
  readonly outcome: 'refused' | 'failed';
  readonly code: string;
  readonly itemId?: number;
}

/** Milliseconds that entries wait for others, and the most entries of one report; what is more is left out. */
const WAIT_MS = 3_000;
const MOST = 50;

/** Sends the server the events of an app that the server did not see itself, some at a time. */
export class AppLog {
  #entries: readonly LogEntry[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly api: Pick<Client<typeof customAppsApi>, 'tellOfApp'>,
    private readonly teamId: number,
    private readonly appId: number,
  ) {}

  note(entry: LogEntry): void {
    if (this.#entries.length < MOST) this.#entries = [...this.#entries, entry];
    this.#timer ??= setTimeout(() => this.flush(), WAIT_MS);
  }

  /** Sends what waits. The log is for admins: a failed report must not disturb the person's work. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const entries = this.#entries;
    this.#entries = [];
    if (entries.length === 0) return;
    const body = entries.map(({ call, outcome, code, itemId }) => ({
      call: call.slice(0, 120),
      outcome,
      code: code.slice(0, 64),
      ...(itemId === undefined ? {} : { item_id: itemId }),
    }));
    this.api
      .tellOfApp({ params: { team_id: this.teamId, app_id: this.appId }, body: { entries: body } })
      .catch(() => undefined);
  }
}
