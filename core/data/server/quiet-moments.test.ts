import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inBackground } from './background.ts';
import { QuietMoments } from './quiet-moments.ts';

const EMBEDDED = { atOnce: 1, longestMs: 250, besideCalls: 0.2 };

it('should let a call take all its transactions before the next step of a job', async () => {
  const moments = new QuietMoments(EMBEDDED);
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
  const moments = new QuietMoments(EMBEDDED);
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
  const moments = new QuietMoments(EMBEDDED);
  let going = true;
  const calls = (async () => {
    while (going) await moments.during(() => pause(1));
  })();
  await moments.step(() => Promise.resolve(void (going = false)));
  await calls;
  expect(going).toBe(false);
});

it('should give a step fewer rows while there are calls, which background work is not', async () => {
  const moments = new QuietMoments(EMBEDDED);
  const transaction = (): Promise<void> => moments.during(() => Promise.resolve());
  await moments.step(transaction);
  await inBackground(transaction);
  expect(moments.rowsOfStep(50)).toBe(50);
  await transaction();
  expect([moments.rowsOfStep(50), moments.rowsOfStep(1)]).toEqual([10, 1]);
});
