import { describe, expect, it } from 'vitest';
import type { ImageSource } from './image-source.ts';
import { ImagesAhead } from './images-ahead.ts';

function opener(): {
  readonly opened: string[];
  readonly disposed: string[];
  readonly ahead: ImagesAhead;
  fail: boolean;
} {
  const state = { opened: [] as string[], disposed: [] as string[], fail: false };
  const ahead = new ImagesAhead((url, signal) => {
    state.opened.push(url);
    if (state.fail) return Promise.reject(new Error('not there'));
    signal.throwIfAborted();
    return Promise.resolve({
      size: { width: 1, height: 1 },
      levels: [],
      tileSize: 1,
      tile: () => Promise.reject(new Error('no tile')),
      dispose: () => state.disposed.push(url),
    } satisfies ImageSource);
  });
  return Object.assign(state, { ahead });
}
const signal = new AbortController().signal;

describe('pictures decoded ahead', () => {
  it('are opened once, and given away once', async () => {
    const { opened, disposed, ahead } = opener();
    ahead.prepare('/a');
    ahead.prepare('/a');
    await ahead.take('/a', signal);
    expect(opened).toEqual(['/a']);
    await ahead.take('/a', signal);
    expect(opened).toEqual(['/a', '/a']);
    ahead.clear();
    await Promise.resolve();
    expect(disposed).toEqual([]);
  });

  it('make room for newer ones', async () => {
    const { disposed, ahead } = opener();
    for (const url of ['/a', '/b', '/c']) ahead.prepare(url);
    await Promise.resolve();
    expect(disposed).toEqual(['/a']);
    ahead.clear();
    await Promise.resolve();
    expect(disposed).toEqual(['/a', '/b', '/c']);
  });

  it('are opened again after a failure', async () => {
    const state = opener();
    state.fail = true;
    state.ahead.prepare('/a');
    await Promise.resolve();
    await Promise.resolve();
    state.fail = false;
    expect((await state.ahead.take('/a', signal)).size.width).toBe(1);
    expect(state.opened).toEqual(['/a', '/a']);
  });
});
