import { describe, expect, it } from 'vitest';
import type { ImageSource } from './image-source.ts';
import { ImagesAhead } from './images-ahead.ts';

interface Opener {
  readonly opened: string[];
  readonly disposed: string[];
  /** Tiles that were made, as `level/column/row`. */
  readonly tiles: string[];
  closed: number;
  readonly ahead: ImagesAhead;
  fail: boolean;
}

/** Pictures of 600 × 400 pixels. */
function opener(): Opener {
  const state = { opened: [] as string[], disposed: [] as string[], tiles: [] as string[], closed: 0, fail: false };
  const ahead = new ImagesAhead((url, signal) => {
    state.opened.push(url);
    if (state.fail) return Promise.reject(new Error('not there'));
    signal.throwIfAborted();
    return Promise.resolve({
      size: { width: 600, height: 400 },
      levels: [
        { width: 600, height: 400 },
        { width: 300, height: 200 },
      ],
      tileSize: 512,
      tile: ({ level, column, row }) => {
        state.tiles.push(`${level}/${column}/${row}`);
        return Promise.resolve({ close: () => (state.closed += 1) } as unknown as ImageBitmap);
      },
      dispose: () => state.disposed.push(url),
    } satisfies ImageSource);
  });
  return Object.assign(state, { ahead });
}
const signal = new AbortController().signal;
const full = (): number => 1;
const settled = (): Promise<void> => new Promise(resolve => void setTimeout(resolve, 0));

describe('pictures decoded ahead', () => {
  it('should be opened once and given away once', async () => {
    const { opened, disposed, ahead } = opener();
    ahead.prepare('/a', full);
    ahead.prepare('/a', full);
    await ahead.take('/a', signal);
    expect(opened).toEqual(['/a']);
    await ahead.take('/a', signal);
    expect(opened).toEqual(['/a', '/a']);
    ahead.clear();
    await settled();
    expect(disposed).toEqual([]);
  });

  it('should make room for newer ones', async () => {
    const { disposed, ahead } = opener();
    for (const url of ['/a', '/b', '/c']) ahead.prepare(url, full);
    await settled();
    expect(disposed).toEqual(['/a']);
    ahead.clear();
    await settled();
    expect(disposed).toEqual(['/a', '/b', '/c']);
  });

  it('should be opened again after a failure', async () => {
    const state = opener();
    state.fail = true;
    state.ahead.prepare('/a', full);
    await settled();
    state.fail = false;
    expect((await state.ahead.take('/a', signal)).size.width).toBe(600);
    expect(state.opened).toEqual(['/a', '/a']);
  });

  it('should have the tiles of the first view, each given away once and the others closed with the picture', async () => {
    const state = opener();
    state.ahead.prepare('/a', full);
    const source = await state.ahead.take('/a', signal);
    expect(state.tiles).toEqual(['0/0/0', '0/1/0', '1/0/0']);
    await source.tile({ level: 0, column: 0, row: 0 });
    expect(state.tiles).toHaveLength(3);
    await source.tile({ level: 0, column: 0, row: 0 });
    expect(state.tiles.slice(3)).toEqual(['0/0/0']);
    source.dispose();
    await settled();
    expect(state.closed).toBe(2);
  });
});
