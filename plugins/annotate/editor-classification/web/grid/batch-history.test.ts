import { expect, it } from 'vitest';
import { seededNumbers } from '#tests/support/seeded-numbers.ts';
import { seedsOf } from '#tests/support/run-plan.ts';
import type { TagResult } from '../../common/api.ts';
import { BatchHistory } from './batch-history.ts';

/** Items as the server keeps them: every state by its revision, the last one being the newest. */
class Server {
  readonly #states = new Map<number, string[]>();

  now(id: number): string {
    return this.#states.get(id)?.at(-1) ?? '';
  }

  save(id: number, says: string): number {
    const states = this.#states.get(id) ?? [''];
    this.#states.set(id, [...states, says]);
    return states.length;
  }

  readonly port = {
    change: (ids: readonly number[], { class_id: classId }: { readonly class_id: number }): Promise<TagResult> =>
      Promise.resolve({
        changed: ids.map(id => ({ item_id: id, revision: this.save(id, `${this.now(id)} ${classId}`), tags: [] })),
        same: [],
        refused: [],
      }),
    stepBack: (
      steps: readonly { readonly item_id: number; readonly revision: number; readonly to: number }[],
    ): Promise<TagResult> => {
      const result: TagResult = { changed: [], same: [], refused: [] };
      for (const { item_id: id, revision, to } of steps) {
        const states = this.#states.get(id) ?? [''];
        if (states.length - 1 === revision)
          result.changed.push({ item_id: id, revision: this.save(id, states[to]!), tags: [] });
        else result.refused.push({ item_id: id, code: 'CONFLICT', message: 'It was changed since.' });
      }
      return Promise.resolve(result);
    },
  };
}

const all = Array.from({ length: 12 }, (_, id) => id + 1);

it('undone fully and redone fully gives the same answers, for any sequence of changes with steps back between them', async () => {
  for (const seed of seedsOf('undo of batches', 2_000)) {
    const next = seededNumbers(seed);
    const server = new Server();
    const history = new BatchHistory(server.port);
    const picture = (): string => all.map(id => server.now(id)).join('|');
    const states = [picture()];
    let at = 0;
    for (let step = 0; step < 12; step += 1) {
      const turn = next(4);
      if (turn === 0 && at > 0) {
        await history.undo();
        at -= 1;
      } else if (turn === 1 && at < states.length - 1) {
        await history.redo();
        at += 1;
      } else {
        await history.apply(
          'Say',
          all.filter(id => next(2) === 0 || id === 1),
          { kind: 'add', class_id: step },
        );
        states.splice(at + 1);
        at = states.push(picture()) - 1;
      }
      if (picture() !== states[at]) throw new Error(`Seed ${seed}, step ${step}: ${picture()} is not ${states[at]}`);
    }
    while (at > 0) {
      await history.undo();
      at -= 1;
      expect(picture()).toBe(states[at]);
    }
    expect(await history.undo()).toBeUndefined();
    while (at < states.length - 1) {
      await history.redo();
      at += 1;
      expect(picture()).toBe(states[at]);
    }
  }
});

it('should leave alone what somebody else changed, before as well as after a further change of ours', async () => {
  const server = new Server();
  const history = new BatchHistory(server.port);
  await history.apply('First', [1, 2], { kind: 'add', class_id: 7 });
  server.save(1, 'theirs');
  expect((await history.undo())?.refused.map(each => each.item_id)).toEqual([1]);
  expect([server.now(1), server.now(2)]).toEqual(['theirs', '']);
  await history.apply('Second', [1], { kind: 'add', class_id: 8 });
  await history.undo();
  expect(server.now(1)).toBe('theirs');
});

it('should send thousands in parts, as one step', async () => {
  const server = new Server();
  const calls: number[] = [];
  const history = new BatchHistory({
    ...server.port,
    change: (ids, change) => {
      calls.push(ids.length);
      return server.port.change(ids, change);
    },
  });
  await history.apply(
    'Many',
    Array.from({ length: 2_300 }, (_, id) => id + 1),
    { kind: 'add', class_id: 1 },
  );
  expect(calls).toEqual([1000, 1000, 300]);
  expect((await history.undo())?.changed).toHaveLength(2_300);
});
