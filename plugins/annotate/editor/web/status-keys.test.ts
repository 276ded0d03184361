import { expect, it } from 'vitest';
import type { StatusChoice } from '#plugins/annotate/annotations/common/index.ts';
import { statusOfKey } from './status-keys.ts';

const choice = (value: number, keys?: string): StatusChoice => ({
  value,
  name: `S${value}`,
  title: `S${value}`,
  color: '#888888',
  ...(keys === undefined ? {} : { keys }),
});
const status = { all: [choice(1), choice(101, 'Alt+Shift+1'), choice(102, 'Ctrl+Alt+2')], available: [1, 101] };
const stroke = (code: string, held: Partial<KeyboardEvent>): KeyboardEvent =>
  ({
    code,
    key: code.at(-1),
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    altKey: false,
    ...held,
  }) as KeyboardEvent;

it('should move to the status whose keys are pressed, with exactly its modifiers', () => {
  expect(statusOfKey(status, stroke('Digit1', { altKey: true, shiftKey: true }))).toBe(101);
  expect(statusOfKey(status, stroke('Digit1', { altKey: true }))).toBeUndefined();
});

it('should ignore the keys of a status the person cannot choose now', () => {
  expect(statusOfKey(status, stroke('Digit2', { altKey: true, ctrlKey: true }))).toBeUndefined();
});
