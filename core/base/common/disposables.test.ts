import { expect, test, vi } from 'vitest';
import { Disposables, toDisposable } from './disposables.ts';

test('should end members in reverse order, once, also after one that throws', () => {
  const seen: string[] = [];
  const store = new Disposables();
  store.add(toDisposable(() => seen.push('first')));
  store.add(
    toDisposable(() => {
      throw new Error('second');
    }),
  );
  store.add(toDisposable(() => seen.push('third')));
  expect(() => store.dispose()).toThrow('second');
  store.dispose();
  expect(seen).toEqual(['third', 'first']);
});

test('should end a member at once that comes too late', () => {
  const store = new Disposables();
  store.dispose();
  const end = vi.fn();
  store.add(toDisposable(end));
  expect(end).toHaveBeenCalledOnce();
});
