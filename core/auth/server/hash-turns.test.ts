import { expect, it } from 'vitest';
import { HashTurns } from './hash-turns.ts';

/** Returns how to begin work, and how to end what began first. */
function work(turns: HashTurns, begun: string[]) {
  const ends: (() => void)[] = [];
  const begin = (key: string, name: string): Promise<void> =>
    turns.run(key, () => {
      begun.push(name);
      return new Promise<void>(resolve => ends.push(resolve));
    });
  const endOne = async (): Promise<void> => {
    ends.shift()!();
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return { begin, endOne };
}

it('should run so many at once, and let keys take turns', async () => {
  const begun: string[] = [];
  const { begin, endOne } = work(new HashTurns(2), begun);
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map(name => begin(name.charAt(0), name));
  expect(begun).toEqual(['a1', 'a2']);
  for (const _ of all) await endOne();
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2']);
  await Promise.all(all);
});

it('should go on after work that fails', async () => {
  const turns = new HashTurns(1);
  const failing = turns.run('a', () => Promise.reject(new Error('no memory')));
  const next = turns.run('a', () => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('no memory');
  expect(await next).toBe('done');
  expect(await turns.run('b', () => Promise.resolve('free'))).toBe('free');
});
