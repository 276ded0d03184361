import { expect, it, vi } from 'vitest';
import { lazily } from './lazily.ts';

it('should make it at the first call, once', () => {
  const make = vi.fn(() => ({ name: 'tables of a language' }));
  const made = lazily(make);
  expect(make).not.toHaveBeenCalled();
  expect(made()).toBe(made());
  expect(make).toHaveBeenCalledOnce();
});
