import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { AnnotationDocument, Instance } from '../document.ts';
import { emptyDocument } from '../document.ts';
import type { Edit } from '../edits.ts';
import { insertInstance, makeEdit } from '../edits.ts';
import { LabelRaster } from './label-raster.ts';
import { fittedInstances, mergedTiles, partColors, withFreshColors } from './merge-raster.ts';
import { RasterChange } from './raster-change.ts';

const [width, height] = [150, 20];
const instance = (id: string, ...parts: readonly string[]): Instance => ({
  id,
  type: '',
  classId: -1,
  attributes: [],
  parts: parts.map(color => ({ color })),
});
const document = (...instances: readonly Instance[]): AnnotationDocument => ({ ...emptyDocument('a.png'), instances });
const colorsOf = (raster: LabelRaster): readonly number[] => Array.from(raster.labels, slot => raster.colorOf(slot));

interface Stroke {
  readonly x: number;
  readonly y: number;
  readonly length: number;
  readonly color: number;
}

function paint(raster: LabelRaster, { x, y, length, color }: Stroke): Edit {
  const change = new RasterChange(raster);
  change.row(y, x, x + length, raster.slotOf(color));
  return makeEdit('Paint', change.patches());
}

describe('masks that two people changed', () => {
  it('have my value where I painted, and theirs everywhere else', () => {
    const strokes = fc.array(
      fc.record({
        x: fc.integer({ min: 0, max: width - 1 }),
        y: fc.integer({ min: 0, max: height - 1 }),
        length: fc.integer({ min: 1, max: width }),
        color: fc.constantFrom(0, 15, 30, 45),
      }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(strokes, strokes, strokes, (before, mine, their) => {
        const base = new LabelRaster(width, height);
        for (const stroke of before) paint(base, stroke);
        const [ours, theirs] = [base.copy(), base.copy()];
        const edits = mine.map(stroke => paint(ours, stroke));
        for (const stroke of their) paint(theirs, stroke);
        const [was, wanted] = [colorsOf(base), colorsOf(ours)];
        const expected = colorsOf(theirs).map((color, at) => (wanted[at] === was[at] ? color : wanted[at]!));
        for (const { id, after } of mergedTiles(edits, theirs)) theirs.write(id, String(after));
        expect(colorsOf(theirs)).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });

  it('give my new part another colour when somebody took it meanwhile, in the instance and in the pixels', () => {
    const raster = new LabelRaster(width, height);
    const edit = paint(raster, { x: 3, y: 3, length: 10, color: 15 });
    const edits = [{ ...edit, patches: [insertInstance(instance('mine', '#00000f')), ...edit.patches] }];
    const [renamed] = withFreshColors(edits, document(instance('theirs', '#00000f')));
    expect(partColors(renamed!.patches[0]!.after)).toEqual([30]);
    const theirs = new LabelRaster(width, height);
    paint(theirs, { x: 100, y: 3, length: 10, color: 15 });
    for (const { id, after } of mergedTiles([renamed!], theirs)) theirs.write(id, String(after));
    expect([theirs.colorOf(theirs.at(5, 3)), theirs.colorOf(theirs.at(105, 3))]).toEqual([30, 15]);
    // The same colour in the same instance is no clash.
    expect(withFreshColors(edits, document(instance('mine', '#00000f')))).toBe(edits);
  });

  it('leave no part without a pixel, no instance without a part, and no colour with two owners', () => {
    const pixels = new Map([
      [15, 4],
      [30, 2],
    ]);
    const tag: Instance = { id: 'tag', type: 'tag', classId: -1, attributes: [] };
    const fitted = fittedInstances(
      [instance('a', '#00000f', '#00002d'), instance('b', '#00000f', '#00001e'), instance('c', '#00002d'), tag],
      color => pixels.get(color) ?? 0,
    );
    expect(fitted.map(each => [each.id, partColors(each)])).toEqual([
      ['a', [15]],
      ['b', [30]],
      ['tag', []],
    ]);
  });
});
