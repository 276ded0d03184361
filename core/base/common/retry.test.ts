import { expect, test, vi } from 'vitest';
import { Fault } from './fault.ts';
import { assetRetry, retry } from './retry.ts';

const quick = { ...assetRetry, delay: () => 0 };

test('should try 502, 503 and 504 three more times (spec 9)', async () => {
  const work = vi.fn(() => Promise.reject(new Fault('NETWORK', 'no', { status: 503 })));
  await expect(retry(work, quick)).rejects.toThrow('no');
  expect(work).toHaveBeenCalledTimes(4);
});

test('should not try anything else again', async () => {
  const work = vi.fn(() => Promise.reject(new Fault('INTERNAL', 'no', { status: 500 })));
  await expect(retry(work, quick)).rejects.toThrow('no');
  expect(work).toHaveBeenCalledTimes(1);
});

test('should wait 300 ms times the attempt', () => {
  expect([1, 2, 3].map(assetRetry.delay)).toEqual([300, 600, 900]);
});
