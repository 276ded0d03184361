import { describe, expect, it } from 'vitest';
import type { ImageSource, TileKey } from './image-source.ts';
import { pyramidLevels } from './image-source.ts';
import { TileCache } from './tile-cache.ts';

const size = { width: 2000, height: 1000 };
const whole = { minX: 0, minY: 0, maxX: 2000, maxY: 1000 };

interface Opened {
  readonly cache: TileCache<string>;
  readonly asked: string[];
  readonly released: string[];
  readonly answer: (fail?: boolean) => Promise<void>;
}

/** A source that answers on demand; a kept tile is its name. */
function open(more: Partial<ImageSource> = {}): Opened {
  const asked: string[] = [];
  const released: string[] = [];
  const waiting: (() => void)[] = [];
  let failing = false;
  const nameOf = ({ level, column, row }: TileKey): string => `${level}/${column}/${row}`;
  const source: ImageSource = {
    size,
    levels: pyramidLevels(size, 512),
    tileSize: 512,
    tile: key =>
      new Promise((resolve, reject) => {
        asked.push(nameOf(key));
        waiting.push(() =>
          failing ? reject(new Error('no')) : resolve({ name: nameOf(key), close: () => {} } as unknown as ImageBitmap),
        );
      }),
    dispose: () => {},
    ...more,
  };
  const cache = new TileCache<string>(
    source,
    { keep: bitmap => (bitmap as unknown as { name: string }).name, release: name => released.push(name) },
    () => {},
  );
  const answer = async (fail = false): Promise<void> => {
    failing = fail;
    for (const resolve of waiting.splice(0)) resolve();
    await new Promise(resolve => setTimeout(resolve, 0));
  };
  return { cache, asked, released, answer };
}

/** Frames until nothing arrives any more. */
async function settle({ cache, answer }: Opened, scale: number): Promise<void> {
  for (let count = 0; count < 12; count += 1) {
    cache.beginFrame(whole, scale);
    cache.tilesFor(whole, scale);
    await answer();
  }
}

describe('TileCache', () => {
  it('should ask for tiles that are not there yet only when they are', async () => {
    let rows = 0;
    const opened = open({ has: ({ row }) => row < rows });
    await settle(opened, 1);
    expect(opened.asked).toEqual([]);
    expect(opened.cache.complete).toBe(false);
    rows = 1;
    await settle(opened, 1);
    expect(opened.asked.every(name => name.endsWith('/0'))).toBe(true);
    expect(opened.asked).toContain('0/3/0');
    rows = 2;
    await settle(opened, 1);
    expect(opened.cache.complete).toBe(true);
  });

  it('asks for the right level, and for the coarsest to fall back to', async () => {
    const opened = open();
    await settle(opened, 0.5);
    expect(opened.asked.toSorted()).toEqual(['1/0/0', '1/1/0', '2/0/0']);
    expect(opened.cache.complete).toBe(true);
    expect(opened.cache.tilesFor(whole, 0.5).map(tile => tile.kept)).toEqual(['1/0/0', '1/1/0']);
  });

  it('fills in with coarser tiles as long as the right ones are missing', async () => {
    const opened = open();
    await settle(opened, 0.2);
    opened.cache.beginFrame(whole, 1);
    expect(opened.cache.tilesFor(whole, 1).map(tile => tile.kept)).toEqual(['2/0/0']);
    expect(opened.cache.complete).toBe(false);
    expect(opened.cache.prepare(whole, 1)).toBe(false);
  });

  it('has few requests under way, and forgets those no longer in view', async () => {
    const opened = open();
    opened.cache.beginFrame(whole, 1);
    opened.cache.tilesFor(whole, 1);
    expect(opened.asked).toHaveLength(6);
    opened.cache.beginFrame({ minX: 5000, minY: 5000, maxX: 6000, maxY: 6000 }, 1);
    await opened.answer();
    expect(opened.asked).toHaveLength(6);
  });

  it('should report which parts look different since tiles arrived', async () => {
    const opened = open();
    opened.cache.beginFrame(whole, 0.2);
    opened.cache.tilesFor(whole, 0.2);
    await opened.answer();
    expect(opened.cache.beginFrame(whole, 0.2)).toEqual([whole]);
    expect(opened.cache.beginFrame(whole, 0.2)).toEqual([]);
  });

  it('gives a tile up after three failures', async () => {
    const opened = open();
    opened.cache.beginFrame(whole, 0.2);
    opened.cache.tilesFor(whole, 0.2);
    for (let count = 0; count < 6; count += 1) await opened.answer(true);
    expect(opened.asked).toEqual(['2/0/0', '2/0/0', '2/0/0']);
  });

  it('gives everything back when closed', async () => {
    const opened = open();
    await settle(opened, 0.5);
    opened.cache.dispose();
    expect(opened.released.toSorted()).toEqual(['1/0/0', '1/1/0', '2/0/0']);
    expect(opened.cache.tilesFor(whole, 0.5)).toEqual([]);
  });
});
