import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callSharing, SharedCalls } from './shared-calls.ts';

describe('calls that are shared', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('have the ages of the specification', () => {
    expect(callSharing).toEqual({ teamLoads: 1000, memo: 3_600_000 });
  });

  it('are made once within their age, and again after it', async () => {
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

  it('are believed for an hour when nothing else is said', async () => {
    const calls = new SharedCalls();
    const ask = vi.fn(() => Promise.resolve(1));
    await calls.get('schema', ask);
    vi.advanceTimersByTime(3_599_999);
    await calls.get('schema', ask);
    expect(ask).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    await calls.get('schema', ask);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('are made again at once when they failed or were forgotten', async () => {
    const calls = new SharedCalls();
    await expect(calls.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await calls.get('a', () => Promise.resolve(1))).toBe(1);
    calls.forget('a');
    expect(await calls.get('a', () => Promise.resolve(2))).toBe(2);
    calls.forget();
    expect(await calls.get('a', () => Promise.resolve(3))).toBe(3);
  });
});
