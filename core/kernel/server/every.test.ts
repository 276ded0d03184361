import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { every } from './every.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('should leave out turns while one goes on, report failures, and end', async () => {
  const turns: { readonly resolve: () => void; readonly reject: (error: unknown) => void }[] = [];
  const failures: unknown[] = [];
  const ticking = every(
    10,
    () => new Promise<void>((resolve, reject) => turns.push({ resolve, reject })),
    error => failures.push(error),
  );
  await vi.advanceTimersByTimeAsync(30);
  expect(turns).toHaveLength(1);
  turns[0]!.reject('lost');
  await vi.advanceTimersByTimeAsync(10);
  expect(failures).toEqual(['lost']);
  expect(turns).toHaveLength(2);
  turns[1]!.resolve();
  ticking.dispose();
  await vi.advanceTimersByTimeAsync(30);
  expect(turns).toHaveLength(2);
});
