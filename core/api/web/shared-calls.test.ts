import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SharedCalls } from './shared-calls.ts';

describe('shared calls', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('should be made once within their age, and again after it', async () => {
    const calls = new SharedCalls();
    const ask = vi.fn(() => Promise.resolve(['team']));
    const answers = await Promise.all([calls.get('teams', ask, 1000), calls.get('teams', ask, 1000)]);
    expect(answers[0]).toBe(answers[1]);
    vi.advanceTimersByTime(999);
    await calls.get('teams', ask, 1000);
    expect(ask).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    await calls.get('teams', ask, 1000);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('should be made again at once when they failed or were forgotten', async () => {
    const calls = new SharedCalls();
    await expect(calls.get('a', () => Promise.reject(new Error('away')), 1000)).rejects.toThrow('away');
    expect(await calls.get('a', () => Promise.resolve(1), 1000)).toBe(1);
    calls.forget('a');
    expect(await calls.get('a', () => Promise.resolve(2), 1000)).toBe(2);
    calls.forget();
    expect(await calls.get('a', () => Promise.resolve(3), 1000)).toBe(3);
  });
});
