import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { QuietMoments } from './quiet-moments.ts';

it('should let a call take all its transactions before the next step of a job', async () => {
  const moments = new QuietMoments();
  const order: string[] = [];
  const transaction = (name: string): Promise<void> =>
    moments.during(async () => {
      await pause(2);
      order.push(name);
    });
  const call = (async () => {
    for (const name of ['sign-in', 'team', 'rows']) await transaction(name);
  })();
  const step = moments.step(() => transaction('step'));
  await Promise.all([call, step]);
  expect(order).toEqual(['sign-in', 'team', 'rows', 'step']);
});

it('should run one step at a time, and the next one after a step that failed', async () => {
  const moments = new QuietMoments();
  let running = 0;
  let most = 0;
  const step = (fails: boolean): Promise<void> =>
    moments.step(async () => {
      most = Math.max(most, ++running);
      await pause(1);
      running--;
      if (fails) throw new Error('failed');
    });
  const ended = await Promise.allSettled([step(true), step(false), step(false)]);
  expect(ended.map(each => each.status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(most).toBe(1);
});

it('should not let calls without a pause starve a step', async () => {
  const moments = new QuietMoments();
  let going = true;
  const calls = (async () => {
    while (going) await moments.during(() => pause(1));
  })();
  await moments.step(() => Promise.resolve(void (going = false)));
  await calls;
  expect(going).toBe(false);
});
