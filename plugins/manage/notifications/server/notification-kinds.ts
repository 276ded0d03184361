import type { Disposable } from '#core/base/common/index.ts';
import { toDisposable } from '#core/base/common/index.ts';
import type { NotificationKind } from '../common/notification-kind.ts';
import { workKinds } from '../common/notification-kind.ts';

/** The kinds of notifications there are. Plugins add theirs when they activate. */
export class NotificationKinds {
  readonly #kinds = new Map<string, NotificationKind>(Object.values(workKinds).map(kind => [kind.id, kind]));
  readonly #ofJobs = new Map<string, NotificationKind>();

  /** @throws TypeError when there is a kind with this id */
  add(kind: NotificationKind): Disposable {
    if (this.#kinds.has(kind.id)) throw new TypeError(`There are two kinds of notifications “${kind.id}”.`);
    this.#kinds.set(kind.id, kind);
    return toDisposable(() => void this.#kinds.delete(kind.id));
  }

  /** Adds a kind that people get when a job of theirs, `PLUGIN/NAME`, completes. */
  addForJob(job: string, kind: NotificationKind): Disposable {
    const known = this.#kinds.get(kind.id) === kind ? undefined : this.add(kind);
    this.#ofJobs.set(job, kind);
    return toDisposable(() => {
      this.#ofJobs.delete(job);
      known?.dispose();
    });
  }

  get(id: string): NotificationKind | undefined {
    return this.#kinds.get(id);
  }

  /** The kind of a completed job; undefined for jobs that nobody waits for. */
  ofJob(job: string): NotificationKind | undefined {
    return this.#ofJobs.get(job);
  }

  get all(): readonly NotificationKind[] {
    return [...this.#kinds.values()];
  }
}
