import { expect, it } from 'vitest';
import { HeldKeys } from './held-keys.ts';

const press = (key: string, more: Partial<KeyboardEvent> = {}): KeyboardEvent =>
  ({ key, code: `Key${key.toUpperCase()}`, ...more }) as KeyboardEvent;

it('should give back the keys pressed while an item opens, in their order and once', () => {
  const keys = new HeldKeys();
  expect(keys.hold(press('b'), 0)).toBe(true);
  expect(keys.hold(press('2'), 10)).toBe(true);
  expect(keys.take(20).map(each => each.key)).toEqual(['b', '2']);
  expect(keys.take(20)).toEqual([]);
});

it('should forget keys of long ago and repetitions of a held key', () => {
  const keys = new HeldKeys();
  keys.hold(press('b'), 0);
  keys.hold(press('b', { repeat: true }), 5);
  keys.hold(press('v'), 2_000);
  expect(keys.take(4_000).map(each => each.key)).toEqual(['v']);
});

it('should leave the keys of the browser alone', () => {
  const keys = new HeldKeys();
  for (const event of [press('F5'), press('Tab'), press('r', { metaKey: true })])
    expect(keys.hold(event, 0)).toBe(false);
  expect(keys.take(0)).toEqual([]);
});
