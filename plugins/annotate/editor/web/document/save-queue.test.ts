import { describe, expect, it } from 'vitest';
import { conflict, Fault } from '#core/base/common/index.ts';
import type { SavePorts, SaveState } from './save-queue.ts';
import { AUTOSAVE_CHANGES, AUTOSAVE_MS, REST_MS, SaveQueue } from './save-queue.ts';

interface Attempt {
  readonly op: number;
  readonly changes: number;
}

interface Timer {
  readonly at: number;
  readonly work: () => void;
}

const network = (): Fault => new Fault('NETWORK', 'No connection to the server.', { status: 502 });

/** A queue whose clock, network and document the test holds. */
class Bench implements SavePorts<Attempt> {
  unsaved = 0;
  online = true;
  time = 0;
  merges: boolean[] = [];
  /** Why saves that nobody asked for are refused. */
  held: string | undefined;
  readonly sent: Attempt[] = [];
  readonly states: SaveState['kind'][] = [];
  readonly refusals: Fault[] = [];
  readonly queue = new SaveQueue<Attempt>(this);
  #ops = 0;
  #timers: Timer[] = [];
  #answers: ((attempt: Attempt) => Promise<{ readonly revision: number }>)[] = [];

  edit(times = 1): void {
    for (let done = 0; done < times; done++) {
      this.unsaved += 1;
      this.queue.changed();
    }
  }

  answerWith(...answers: readonly (Fault | 'ok')[]): void {
    for (const answer of answers)
      this.#answers.push(async () => {
        if (answer !== 'ok') throw answer;
        return { revision: 1 };
      });
  }

  async pass(milliseconds: number): Promise<void> {
    this.time += milliseconds;
    const due = this.#timers.filter(timer => timer.at <= this.time);
    this.#timers = this.#timers.filter(timer => timer.at > this.time);
    for (const timer of due) timer.work();
    await this.settle();
  }

  async settle(): Promise<void> {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  }

  begin(): Attempt {
    return { op: ++this.#ops, changes: this.unsaved };
  }
  async send(attempt: Attempt): Promise<{ readonly revision: number }> {
    this.sent.push(attempt);
    return (this.#answers.shift() ?? (async () => ({ revision: 1 })))(attempt);
  }
  acknowledged(attempt: Attempt): void {
    this.unsaved -= attempt.changes;
  }
  changes(): number {
    return this.unsaved;
  }
  async merge(): Promise<boolean> {
    return this.merges.shift() ?? true;
  }
  refused(fault: Fault): void {
    this.refusals.push(fault);
  }
  async refusal(): Promise<string | undefined> {
    return this.held;
  }
  stateChanged(state: SaveState): void {
    this.states.push(state.kind);
  }
  isOnline(): boolean {
    return this.online;
  }
  now(): number {
    return this.time;
  }
  after(milliseconds: number, work: () => void): () => void {
    const timer = { at: this.time + milliseconds, work };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter(each => each !== timer);
    };
  }
}

describe('the save queue', () => {
  it('should save after 15 changes', async () => {
    const bench = new Bench();
    bench.edit(AUTOSAVE_CHANGES - 1);
    await bench.settle();
    expect(bench.sent).toHaveLength(0);
    bench.edit();
    await bench.settle();
    expect(bench.sent).toEqual([{ op: 1, changes: 15 }]);
    expect(bench.queue.state).toEqual({ kind: 'saved', at: 0 });
  });

  it('should save by itself only what no script refuses, and try again after the next change', async () => {
    const bench = new Bench();
    bench.held = 'Never is no question.';
    bench.edit();
    await bench.pass(REST_MS);
    expect(bench.sent).toEqual([]);
    expect(bench.queue.state).toMatchObject({ kind: 'refused', fault: { message: 'Never is no question.' } });
    bench.held = undefined;
    bench.edit();
    await bench.pass(REST_MS);
    expect(bench.sent).toEqual([{ op: 1, changes: 2 }]);
  });

  it('should be saved, without a call, when a merge found the changes stored', async () => {
    const bench = new Bench();
    bench.edit();
    bench.unsaved = 0;
    expect(await bench.queue.save()).toBe(true);
    bench.edit();
    expect([bench.sent, bench.states]).toEqual([[], ['unsaved', 'saved', 'unsaved']]);
  });

  it('should save once nothing has changed for a moment', async () => {
    const bench = new Bench();
    bench.edit();
    await bench.pass(REST_MS - 1);
    bench.edit();
    await bench.pass(REST_MS - 1);
    expect(bench.sent).toHaveLength(0);
    await bench.pass(1);
    expect(bench.sent).toEqual([{ op: 1, changes: 2 }]);
  });

  it('should save after a minute even while changes keep following each other', async () => {
    const bench = new Bench();
    for (let passed = 0; passed < AUTOSAVE_MS; passed += 2_000) {
      bench.unsaved = 1;
      bench.queue.changed();
      await bench.pass(2_000);
    }
    expect(bench.sent).toHaveLength(1);
  });

  it('should have one save under way, and take what was asked for meanwhile with the next', async () => {
    const bench = new Bench();
    bench.edit();
    const first = bench.queue.save();
    bench.edit();
    const second = bench.queue.save();
    expect(bench.sent).toHaveLength(1);
    expect(await first).toBe(true);
    expect(await second).toBe(true);
    expect(bench.sent).toEqual([
      { op: 1, changes: 1 },
      { op: 2, changes: 1 },
    ]);
  });

  it('should send the same operation until it is acknowledged', async () => {
    const bench = new Bench();
    bench.answerWith(
      network(),
      new Fault('HTTP_503', 'busy', { status: 503 }),
      new Fault('UNAUTHORIZED', 'Please sign in again.', { status: 401 }),
      'ok',
    );
    bench.edit();
    expect(await bench.queue.save()).toBe(false);
    expect(bench.queue.state.kind).toBe('offline');
    bench.edit();
    await bench.pass(2_000);
    expect(bench.queue.state.kind).toBe('failed');
    await bench.pass(4_000);
    await bench.pass(8_000);
    expect(bench.sent.map(each => each.op)).toEqual([1, 1, 1, 1]);
    expect(bench.unsaved).toBe(1);
    expect(bench.queue.state.kind).toBe('unsaved');
  });

  it('should go on at once when the connection is back', async () => {
    const bench = new Bench();
    bench.answerWith(network());
    bench.edit();
    await bench.queue.save();
    bench.queue.resume();
    await bench.settle();
    expect(bench.queue.state.kind).toBe('saved');
    expect(bench.sent.map(each => each.op)).toEqual([1, 1]);
  });

  it('should not even try without a connection', async () => {
    const bench = new Bench();
    bench.online = false;
    bench.edit();
    expect(await bench.queue.save()).toBe(false);
    expect(bench.queue.state.kind).toBe('offline');
    expect(bench.sent).toHaveLength(0);
    bench.online = true;
    bench.queue.resume();
    await bench.settle();
    expect(bench.sent).toEqual([{ op: 1, changes: 1 }]);
  });

  it('should save again with a new operation after a merge that needed nobody', async () => {
    const bench = new Bench();
    bench.answerWith(conflict({ revision: 4 }), 'ok');
    bench.edit();
    expect(await bench.queue.save()).toBe(true);
    expect(bench.sent.map(each => each.op)).toEqual([1, 2]);
  });

  it('should wait for a person when the merge needs one', async () => {
    const bench = new Bench();
    bench.merges = [false];
    bench.answerWith(conflict({ revision: 4 }));
    bench.edit();
    expect(await bench.queue.save()).toBe(false);
    expect(bench.queue.state.kind).toBe('conflict');
    bench.edit(AUTOSAVE_CHANGES);
    await bench.settle();
    expect(bench.sent).toHaveLength(1);
    bench.queue.resume();
    await bench.settle();
    expect(bench.queue.state.kind).toBe('saved');
  });

  it('should say what was refused, keep the changes, and try again after the next one', async () => {
    const bench = new Bench();
    const fault = new Fault('ANNOTATION_INVALID', 'no', { status: 422 });
    bench.answerWith(fault);
    bench.edit();
    expect(await bench.queue.save()).toBe(false);
    expect(bench.queue.state).toEqual({ kind: 'refused', fault });
    expect(bench.refusals).toEqual([fault]);
    expect(bench.unsaved).toBe(1);
    bench.edit();
    expect(await bench.queue.save()).toBe(true);
    expect(bench.sent.map(each => each.op)).toEqual([1, 2]);
  });

  it('should have nothing to do when nothing changed', async () => {
    const bench = new Bench();
    expect(await bench.queue.save()).toBe(true);
    expect(bench.sent).toHaveLength(0);
  });
});

it('should follow a repeated save at once with what was drawn since, when the person asked for it', async () => {
  const bench = new Bench();
  bench.answerWith(network());
  bench.edit();
  expect(await bench.queue.save()).toBe(false);
  bench.edit();
  expect(await bench.queue.save()).toBe(true);
  expect(bench.sent.map(each => each.op)).toEqual([1, 1, 2]);
  expect(bench.queue.state.kind).toBe('saved');
});
