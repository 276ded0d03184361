import { inject } from 'inversify';
import { proxy } from 'valtio';
import { browserStore, idle } from '#core/base/web/index.ts';
import type { Disposable } from '#core/base/common/index.ts';
import { Disposables, isFault, throttle, toDisposable, randomUuid } from '#core/base/common/index.ts';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { SessionStore } from '#core/auth/web/index.ts';
import type { OpenItem } from '#plugins/annotate/editor/web/kit/index.ts';
import { listenTo, OpenItemToken } from '#plugins/annotate/editor/web/kit/index.ts';
import { SIGN_MS, STANDING_MS, tracksTime } from '../common/active-time.ts';
import type { Beat } from '../common/api.ts';
import { MOST_BEATS, timeTrackerApi } from '../common/api.ts';
import type { WaitingBeat } from '../common/beat-log.ts';
import { MOST_WAITING, nextBatch, readWaiting, withoutSent } from '../common/beat-log.ts';
import type { WorkSign } from '../common/work-counter.ts';
import { WorkCounter } from '../common/work-counter.ts';

/** Milliseconds between two batches. */
const SEND_MS = 30_000;
/** Longest time in milliseconds for which calls leave the page to an item that is being opened. */
const OPENING_MS = 2_000;

/**
 * `running`: work is seen; `idle`: nothing was done for a minute, or the tab is hidden; `stopped`: the host or the
 * rights say so.
 */
export type ClockStatus = 'running' | 'idle' | 'stopped';

/** Notices work on the open item and keeps it: as beats in this browser until the server has them. */
export class WorkClock implements Disposable {
  readonly state = proxy<{
    status: ClockStatus;
    /** Milliseconds today, of the open item and of the project. */ item: number;
    total: number;
    waiting: number;
    fault: unknown;
  }>({ status: 'stopped', item: 0, total: 0, waiting: 0, fault: undefined });
  readonly #api: Client<typeof timeTrackerApi>;
  readonly #counter = new WorkCounter(sign => this.#take(sign));
  readonly #owned = new Disposables();
  readonly #key: string;
  #item: { readonly projectId: number; readonly itemId: number } | undefined;
  #hostRuns = true;
  #sending: Promise<void> | undefined;

  constructor(
    @inject(Transport) transport: Transport,
    @inject(SessionStore) private readonly session: SessionStore,
    @inject(OpenItemToken) private readonly open: OpenItem,
  ) {
    this.#api = client(timeTrackerApi, transport);
    this.#key = `loupe_beats ${session.state.email ?? ''}`;
    const sign = throttle((type: Beat['type']) => this.#sign(type), SIGN_MS);
    this.#owned.add(sign);
    for (const [event, type] of [
      ['keydown', 'key'],
      ['pointermove', 'pointer'],
      ['pointerdown', 'pointer'],
      ['wheel', 'wheel'],
    ] as const)
      this.#owned.add(listenTo(window, event, () => sign(type), { capture: true, passive: true }));
    this.#owned.add(
      listenTo(document, 'visibilitychange', () => {
        if (document.hidden) void this.flush();
        this.#tick();
      }),
    );
    this.#owned.add(listenTo(window, 'online', () => void this.flush()));
    // The page may be gone after this, and with it what was counted since the last beat.
    this.#owned.add(
      listenTo(window, 'pagehide', () => {
        const { last } = this.#counter;
        if (this.#item !== undefined && last !== undefined && this.#runs)
          this.#count({ itemId: this.#item.itemId, at: last, type: 'close' });
        void this.flush();
      }),
    );
    this.#every(1_000, () => this.#tick());
    this.#every(SEND_MS, () => void this.flush());
    this.#owned.add(toDisposable(open.onChange(() => this.#follow())));
    this.#owned.add(
      toDisposable(
        open.host.on('time_tracker_status', ({ running }) => {
          this.#hostRuns = running;
          this.#tick();
        }),
      ),
    );
    this.#follow();
    void this.flush();
  }

  /** Sends what waits; what cannot be sent now waits on. */
  async flush(): Promise<void> {
    this.#sending ??= this.#send().finally(() => (this.#sending = undefined));
    await this.#sending;
  }

  dispose(): void {
    this.#leave();
    void this.flush();
    this.#owned.dispose();
  }

  get #runs(): boolean {
    return (
      this.#hostRuns &&
      // Who views as somebody else does not work in their name.
      this.session.state.viewing === undefined &&
      this.open.now?.opened.flags.hasTimeTracker === true &&
      tracksTime(location.search)
    );
  }

  #follow(): void {
    const work = this.open.now;
    const itemId = work?.session.item.id;
    if (itemId === this.#item?.itemId) {
      this.#tick();
      return;
    }
    this.#leave();
    if (work === undefined || itemId === undefined) return;
    this.#item = { projectId: work.opened.project.id, itemId };
    this.open.host.emit('get_time_tracker_status', {});
    this.state.item = 0;
    if (this.#runs) {
      this.#counter.open(itemId, Date.now());
      void this.#load(this.#item.projectId, itemId);
    }
    this.#tick();
  }

  #leave(): void {
    if (this.#item === undefined) return;
    this.#add(this.#counter.close(this.state.status === 'running' ? Date.now() : (this.#counter.last ?? 0)));
    this.#item = undefined;
    void idle(OPENING_MS).then(() => this.flush());
  }

  #sign(type: Beat['type']): void {
    if (this.#item === undefined || !this.#runs || document.hidden) return;
    const now = Date.now();
    this.open.host.emit('activity', { type, timestamp: now });
    this.open.host.emit('heartbeat', { timestamp: now });
    this.#count({ itemId: this.#item.itemId, at: now, type });
    this.#tick();
  }

  #count(sign: WorkSign): void {
    // Work on an item that was opened while the clock was stopped begins here.
    if (this.#counter.last === undefined) this.#counter.open(sign.itemId, sign.at);
    else this.#add(this.#counter.sign(sign));
  }

  #add(milliseconds: number): void {
    this.state.item += milliseconds;
    this.state.total += milliseconds;
  }

  /** Keeps a sign of the open item as a beat. */
  #take({ type, at }: WorkSign): void {
    const item = this.#item;
    if (item === undefined) return;
    this.open.host.emit('activity_time_track', { type, timestamp: at });
    this.#keep([
      ...readWaiting(browserStore.get(this.#key) ?? null),
      { beat: randomUuid(), project_id: item.projectId, item_id: item.itemId, at: new Date(at).toISOString(), type },
    ]);
  }

  #keep(waiting: readonly WaitingBeat[]): void {
    this.state.waiting = waiting.length;
    browserStore.set(this.#key, JSON.stringify(waiting.slice(-MOST_WAITING)));
  }

  async #send(): Promise<void> {
    for (;;) {
      const batch = nextBatch(readWaiting(browserStore.get(this.#key) ?? null), MOST_BEATS);
      if (batch === undefined || !navigator.onLine) return;
      try {
        await this.#api.keepBeats({
          params: { project_id: batch.projectId },
          body: { beats: [...batch.beats], sent_at: new Date().toISOString() },
        });
        this.state.fault = undefined;
      } catch (error) {
        this.state.fault = error;
        // Refused for good, such as a project one is no longer in: they would block all others for ever.
        const refused =
          isFault(error) && error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status);
        if (!refused) return;
      }
      this.#keep(withoutSent(readWaiting(browserStore.get(this.#key) ?? null), batch.beats));
    }
  }

  async #load(projectId: number, itemId: number): Promise<void> {
    const midnight = new Date();
    midnight.setHours(0, 0, 0, 0);
    try {
      await idle(OPENING_MS);
      await this.flush();
      const {
        total,
        item,
        idle: counted,
      } = await this.#api.ownTime({
        params: { project_id: projectId },
        query: { since: midnight.toISOString(), item_id: itemId },
      });
      if (this.#item?.itemId !== itemId) return;
      this.#counter.idle = counted;
      Object.assign(this.state, { total, item });
    } catch (error) {
      this.state.fault = error;
    }
  }

  #tick(): void {
    if (this.#item === undefined || !this.#runs) this.state.status = 'stopped';
    else
      this.state.status =
        document.hidden || this.#counter.last === undefined || Date.now() - this.#counter.last > STANDING_MS
          ? 'idle'
          : 'running';
  }

  #every(milliseconds: number, work: () => void): void {
    const timer = setInterval(work, milliseconds);
    this.#owned.add(toDisposable(() => clearInterval(timer)));
  }
}
