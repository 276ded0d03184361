import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { runsOf } from '#tests/support/run-plan.ts';
import { LabelRaster } from './label-raster.ts';
import { RasterChange } from './raster-change.ts';
import { readTile, tileSize, writeTile } from './raster-tile.ts';

/** All there is to know of a raster, counted again. */
function facts(raster: LabelRaster): {
  readonly colors: readonly number[];
  readonly counts: ReadonlyMap<number, number>;
} {
  const colors = Array.from(raster.labels, slot => raster.colorOf(slot));
  const counts = new Map<number, number>();
  for (const color of colors) counts.set(color, (counts.get(color) ?? 0) + 1);
  return { colors, counts };
}

function expectCounted(raster: LabelRaster): void {
  const { counts } = facts(raster);
  for (let slot = 0; slot < raster.slotCount; slot += 1) {
    expect(raster.countOf(slot)).toBe(counts.get(raster.colorOf(slot)) ?? 0);
    const reach = raster.reachOf([slot]);
    const bounds = raster.boundsOf(new Set([slot]));
    if (slot === 0 || bounds === undefined) continue;
    expect(
      reach.minX <= bounds.minX && reach.minY <= bounds.minY && reach.maxX >= bounds.maxX && reach.maxY >= bounds.maxY,
    ).toBe(true);
  }
}

describe('a tile', () => {
  it('is written and read back, whatever it holds', () => {
    const runs = fc.array(fc.tuple(fc.constantFrom(0, 15, 30, 0xabcdef, 0xffffff), fc.integer({ min: 1, max: 400 })), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(runs, list => {
        const tile = { colors: list.map(([color]) => color), lengths: list.map(([, length]) => length) };
        const pixels = tile.lengths.reduce((sum, length) => sum + length, 0);
        const read = readTile(writeTile(tile), pixels);
        const flat = (one: typeof tile): number[] =>
          one.colors.flatMap((color, at) => Array.from({ length: one.lengths[at]! }, () => color));
        expect(flat(read as typeof tile)).toEqual(flat(tile));
      }),
    );
  });

  it('that is empty is the empty text, and one that does not fill its place is refused', () => {
    expect(writeTile({ colors: [0], lengths: [100] })).toBe('');
    expect(() => readTile(writeTile({ colors: [15], lengths: [99] }), 100)).toThrow(RangeError);
  });
});

describe('a raster', () => {
  it('knows the pixels and the area of each part', () => {
    const raster = new LabelRaster(300, 200);
    const change = new RasterChange(raster);
    const slot = raster.slotOf(15);
    for (let y = 40; y < 60; y += 1) change.row(y, 120, 260, slot);
    change.row(190, -5, 900, raster.slotOf(30));
    expect(raster.countOf(slot)).toBe(20 * 140);
    expect(raster.boundsOf(new Set([slot]))).toEqual({ minX: 120, minY: 40, maxX: 260, maxY: 60 });
    expect(raster.countOf(raster.slotOf(30))).toBe(300);
    expect(raster.at(120.5, 40.5)).toBe(slot);
    expect(raster.at(-1, 0)).toBe(0);
    expectCounted(raster);
  });

  it('paints only over what may be painted over', () => {
    const raster = new LabelRaster(20, 1);
    const [first, second] = [raster.slotOf(15), raster.slotOf(30)];
    new RasterChange(raster).row(0, 5, 10, first);
    new RasterChange(raster).row(0, 0, 20, second, Uint8Array.from([1, 0, 0]));
    expect(raster.countOf(first)).toBe(5);
    expect(raster.countOf(second)).toBe(15);
  });

  it('keeps a stroke that is under way out of what is stored', () => {
    const raster = new LabelRaster(300, 10);
    const kept = new RasterChange(raster);
    kept.row(3, 0, 10, raster.slotOf(15));
    kept.patches();
    const change = new RasterChange(raster);
    change.row(3, 0, 290, raster.slotOf(30));
    const stored = raster.settled().labels;
    expect(Array.from(stored.subarray(900, 912))).toEqual([...Array.from({ length: 10 }, () => 1), 0, 0]);
    change.patches();
    expect(raster.settled().labels).toEqual(raster.labels);
  });

  it('gives the same pixels after patches are applied elsewhere, taken back and applied again', () => {
    const width = tileSize * 2 + 17;
    const height = tileSize + 9;
    const strokes = fc.array(
      fc.record({
        y: fc.integer({ min: 0, max: height - 1 }),
        x: fc.integer({ min: 0, max: width }),
        length: fc.integer({ min: 1, max: width }),
        rows: fc.integer({ min: 1, max: 30 }),
        color: fc.constantFrom(0, 15, 30, 45),
      }),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(fc.array(strokes, { minLength: 1, maxLength: 5 }), edits => {
        const painted = new LabelRaster(width, height);
        const replayed = new LabelRaster(width, height);
        const done = edits.map(edit => {
          const change = new RasterChange(painted);
          for (const { y, x, length, rows, color } of edit)
            for (let row = y; row < y + rows; row += 1) change.row(row, x, x + length, painted.slotOf(color));
          return change.patches();
        });
        for (const patch of done.flat()) replayed.write(patch.id, String(patch.after));
        expect(facts(replayed)).toEqual(facts(painted));
        expectCounted(replayed);
        expectCounted(painted);
        for (const patches of done.toReversed())
          for (const patch of patches) replayed.write(patch.id, String(patch.before));
        expect(replayed.countOf(0)).toBe(width * height);
        for (const patch of done.flat()) replayed.write(patch.id, String(patch.after));
        expect(facts(replayed)).toEqual(facts(painted));
      }),
      { numRuns: runsOf(250) },
    );
  });

  it('is as before when a change is taken back', () => {
    const raster = new LabelRaster(200, 150);
    new RasterChange(raster).row(10, 0, 100, raster.slotOf(15));
    const before = facts(raster);
    const change = new RasterChange(raster);
    for (let y = 0; y < 150; y += 1) change.row(y, 20, 190, raster.slotOf(30));
    expect(change.before(30, 10)).toBe(1);
    change.revert();
    expect(facts(raster)).toEqual(before);
    expectCounted(raster);
  });
});
