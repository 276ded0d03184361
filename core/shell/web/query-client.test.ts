import { QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { LoupeQueryClient } from './query-client.ts';

/** A query whose answers are read at once and delivered when asked. */
function setUp() {
  const queries = new LoupeQueryClient();
  let stored = 'before';
  const answers: (() => void)[] = [];
  const observer = new QueryObserver(queries, {
    queryKey: ['items', 1],
    queryFn: () => {
      const read = stored;
      return new Promise<string>(resolve => answers.push(() => resolve(read)));
    },
  });
  return { queries, observer, answers, store: (text: string) => void (stored = text) };
}

it('should repeat a first load that was under way when its query was invalidated, once', async () => {
  const { queries, observer, answers, store } = setUp();
  const stop = observer.subscribe(() => undefined);
  store('after');
  const done = Promise.all([
    queries.invalidateQueries({ queryKey: ['items'] }),
    queries.invalidateQueries({ queryKey: ['items'] }),
  ]);
  answers[0]!();
  await expect.poll(() => answers.length).toBe(2);
  answers[1]!();
  await done;
  expect(observer.getCurrentResult().data).toBe('after');
  expect(answers).toHaveLength(2);
  stop();
});

it('should leave other loads alone', async () => {
  const { queries, observer, answers } = setUp();
  const stop = observer.subscribe(() => undefined);
  await queries.invalidateQueries({ queryKey: ['members'] });
  answers[0]!();
  await expect.poll(() => observer.getCurrentResult().data).toBe('before');
  expect(answers).toHaveLength(1);
  stop();
});
