import { randomUUID } from 'node:crypto';
import type { JsonAnswer } from '#tests/support/http-client.ts';
import { fetchJson } from '#tests/support/http-client.ts';

/** Number of the last saves that stay in the document, so that it remains small. */
const WINDOW = 12;

/** The server's answer to a save. */
interface Stored {
  readonly revision?: number;
  readonly replayed?: boolean;
}

/** Counts of one client so far. */
export interface Tally {
  readonly acknowledged: number;
  readonly replayed: number;
  /** Replays whose first sending had been stored before the kill. */
  readonly found: number;
}

/**
 * One editor that saves without pause: each save is an operation with an id of its own, and one that was not
 * acknowledged is sent again with the same id until it is.
 */
export class SavingClient {
  /** Ids of the operations in order; the place is the revision less one. */
  readonly #done: string[] = [];
  #open: string | undefined;
  #replayed = 0;
  #found = 0;

  constructor(
    private readonly item: { readonly projectId: number; readonly itemId: number },
    private readonly headers: () => Record<string, string>,
  ) {}

  get tally(): Tally {
    return { acknowledged: this.#done.length, replayed: this.#replayed, found: this.#found };
  }

  /** Saves until `running` says no more or the server is gone. */
  async save(url: string, running: () => boolean): Promise<void> {
    while (running()) {
      const again = this.#open !== undefined;
      const op = (this.#open ??= randomUUID());
      const base = this.#done.length;
      const { status, body }: JsonAnswer<Stored> = await fetchJson<Stored>(
        'PUT',
        `${url}${this.#path}`,
        this.headers(),
        { op, base, data: documentOf([...this.#done, op]) },
      ).catch(() => ({ status: 0, body: {} }));
      if (status === 0 || status === 503) return;
      if (status !== 200 || body.revision !== base + 1)
        throw new Error(`Save ${base + 1} of item ${this.item.itemId} was answered ${status} ${JSON.stringify(body)}`);
      if (again) this.#replayed += 1;
      if (body.replayed === true) this.#found += 1;
      this.#done.push(op);
      this.#open = undefined;
    }
  }

  /** Compares what the server holds with what was acknowledged; answers what is wrong. */
  async compare(url: string): Promise<readonly string[]> {
    const { status, body } = await fetchJson<{ revision: number; document: { instances: readonly { id: string }[] } }>(
      'GET',
      `${url}${this.#path}`,
      this.headers(),
    );
    if (status !== 200) return [`item ${this.item.itemId} was answered ${status}`];
    const { revision, document } = body;
    const least = this.#done.length;
    if (revision < least) return [`item ${this.item.itemId}: ${least - revision} acknowledged saves are lost`];
    if (revision > least + (this.#open === undefined ? 0 : 1))
      return [`item ${this.item.itemId}: ${revision} revisions after ${least} saves`];
    const expected = idsOf(revision > least ? [...this.#done, this.#open!] : this.#done);
    const found = document.instances.map(each => each.id);
    return found.join() === expected.join()
      ? []
      : [`item ${this.item.itemId}: revision ${revision} holds ${found.join()} instead of ${expected.join()}`];
  }

  get #path(): string {
    return `/api/v1/project/${this.item.projectId}/item/${this.item.itemId}/annotation`;
  }
}

const idsOf = (done: readonly string[]): readonly string[] => done.slice(-WINDOW);

function documentOf(done: readonly string[]): object {
  const instances = idsOf(done).map((id, index) => ({
    id,
    type: 'bbox',
    classId: -1,
    attributes: [],
    probability: 100,
    points: { x1: index, y1: index, x2: index + 4, y2: index + 5 },
  }));
  return { metadata: { name: 'saved.png' }, instances, tags: [], comments: [] };
}
