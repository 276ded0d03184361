import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TidyAfterWriting } from './tidy-after-writing.ts';

describe('the clean-up after much was written', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('waits for ten thousand items, and then for quiet', () => {
    const tidy = vi.fn(() => Promise.resolve());
    const tidying = new TidyAfterWriting(tidy);
    for (let written = 0; written < 9500; written += 500) tidying.note(500);
    vi.advanceTimersByTime(10_000);
    expect(tidy).not.toHaveBeenCalled();
    tidying.note(500);
    vi.advanceTimersByTime(1500);
    tidying.note(500);
    vi.advanceTimersByTime(1500);
    expect(tidy).not.toHaveBeenCalled();
    vi.advanceTimersByTime(500);
    expect(tidy).toHaveBeenCalledOnce();
    tidying.note(1);
    vi.advanceTimersByTime(10_000);
    expect(tidy).toHaveBeenCalledOnce();
  });

  it('does not come after the server has stopped', () => {
    const tidy = vi.fn(() => Promise.resolve());
    const tidying = new TidyAfterWriting(tidy);
    tidying.note(20_000);
    tidying.owner().dispose();
    vi.advanceTimersByTime(10_000);
    expect(tidy).not.toHaveBeenCalled();
  });
});
