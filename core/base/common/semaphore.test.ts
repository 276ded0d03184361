import { expect, it } from 'vitest';
import { Semaphore } from './semaphore.ts';

it('should run so much at a time, the rest in order, also after a failure', async () => {
  const turns = new Semaphore(2);
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string): Promise<void> =>
    turns.run(async () => {
      log.push(name);
      await new Promise<void>(resolve => ends.set(name, resolve));
      if (name === 'a') throw new Error('a failed');
    });
  const all = [work('a').catch(() => 'failed'), work('b'), work('c'), work('d')];
  const soon = (): Promise<void> => new Promise(resolve => setTimeout(resolve));
  expect(log).toEqual(['a', 'b']);
  ends.get('a')!();
  await soon();
  expect(log).toEqual(['a', 'b', 'c']);
  ends.get('c')!();
  await soon();
  expect(log).toEqual(['a', 'b', 'c', 'd']);
  for (const name of ['b', 'd']) ends.get(name)!();
  expect((await Promise.all(all))[0]).toBe('failed');
  let ran = false;
  await turns.run(async () => {
    ran = true;
  });
  expect(ran).toBe(true);
});
