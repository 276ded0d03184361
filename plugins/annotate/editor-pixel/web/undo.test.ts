import { describe, expect, it } from 'vitest';
import type { AnnotationDocument, Instance, Patch } from '#plugins/annotate/annotations/common/index.ts';
import { emptyDocument, setLocked } from '#plugins/annotate/annotations/common/index.ts';
import { LabelRaster, partColors, RasterChange } from '#plugins/annotate/annotations/common/raster/index.ts';
import { MemorySession } from '#plugins/annotate/editor/web/kit/index.ts';
import { seedsOf } from '#tests/support/run-plan.ts';
import { seededNumbers } from '#tests/support/seeded-numbers.ts';
import { brushRows } from '../common/brush-rows.ts';
import {
  deleteInstances,
  mergeInstances,
  moveInstances,
  shapeInstances,
  splitInstance,
} from '../common/instance-shaping.ts';
import { newMaskInstance } from '../common/new-mask-instance.ts';
import { erasePatches, freeColor, paintPatches, removeTouched } from '../common/paint-edits.ts';
import type { OverlapRule } from '../common/paint-rules.ts';
import { erasableSlots, paintableSlots } from '../common/paint-rules.ts';

const [width, height] = [150, 40];
const by = { email: 'ana@north.test', role: 'Annotator' };

interface Work {
  readonly raster: LabelRaster;
  readonly instances: readonly Instance[];
  readonly some: readonly Instance[];
  readonly next: (most: number) => number;
}

function stroke(change: RasterChange, slot: number, paintable: Uint8Array, next: Work['next']): void {
  const brush = { shape: next(2) === 0 ? 'round' : 'square', size: 1 + next(14) } as const;
  brushRows(brush, { x: next(width), y: next(height) }, { x: next(width), y: next(height) }, (y, from, to) =>
    change.row(y, from, to, slot, paintable),
  );
}

/** One act of a person, as patches; the raster holds its pixels already. */
function act({ raster, instances, some, next }: Work): readonly Patch[] {
  const rule = (['replace', 'empty', 'class', 'remove'] as const satisfies readonly OverlapRule[])[next(4)]!;
  const paintable = paintableSlots(raster, instances, rule, -1);
  const [first] = some;
  switch (next(9)) {
    case 0:
    case 1:
    case 2: {
      const slot = raster.slotOf(freeColor(raster, instances));
      const change = new RasterChange(raster);
      const existing = next(2) === 0 && first !== undefined && first.locked !== true ? first : undefined;
      for (const color of existing === undefined ? [] : partColors(existing)) paintable[raster.slotOf(color)] = 0;
      stroke(change, slot, paintable, next);
      if (rule === 'remove')
        removeTouched(change, slot, new Set(partColors(existing).map(color => raster.slotOf(color))));
      return paintPatches(
        change,
        instances,
        slot,
        existing === undefined
          ? { kind: 'new', make: colors => newMaskInstance(colors, undefined, by) }
          : { kind: 'existing', instance: existing },
        by,
      );
    }
    case 3: {
      const change = new RasterChange(raster);
      stroke(change, 0, erasableSlots(raster, next(2) === 0 ? some : instances), next);
      return erasePatches(change, instances, by, new Date(), new Set(some.map(each => each.id)));
    }
    case 4:
      return mergeInstances(some, by);
    case 5:
      return first === undefined ? [] : splitInstance(raster, instances, first, by);
    case 6:
      return deleteInstances(raster, some.slice(0, 1));
    case 7:
      return moveInstances(raster, instances, some, next(9) - 4, next(9) - 4, paintable, by);
    default:
      return next(3) === 0
        ? setLocked(some, next(2) === 0, by)
        : shapeInstances(
            raster,
            instances,
            some,
            (
              [
                { kind: 'grow', by: 2 },
                { kind: 'shrink', by: 1 },
                { kind: 'smooth', by: 1 },
                { kind: 'fillHoles' },
              ] as const
            )[next(4)]!,
            paintable,
            by,
          );
  }
}

const state = (raster: LabelRaster, document: AnnotationDocument): string =>
  `${Array.from(raster.labels, slot => raster.colorOf(slot)).join()} ${JSON.stringify(document)}`;

/** Every part has pixels, every pixel an owner, no colour two. */
function expectSound(raster: LabelRaster, document: AnnotationDocument): void {
  const colors = document.instances.flatMap(partColors);
  expect(new Set(colors).size).toBe(colors.length);
  const painted = new Set(Array.from(raster.labels, slot => raster.colorOf(slot)).filter(color => color !== 0));
  expect(painted).toEqual(new Set(colors));
}

describe('editing masks', () => {
  it('undone fully and redone fully gives the same document and the same pixels, for any sequence of edits', () => {
    for (const seed of seedsOf('undo of masks', 10_000)) {
      const next = seededNumbers(seed);
      const raster = new LabelRaster(width, height);
      const session = new MemorySession({ id: 1, name: 'a.png', url: '' }, emptyDocument('a.png'), [], by, raster);
      const states = [state(raster, session.scene.document)];
      for (let step = 0, most = 2 + next(6); step < most; step += 1) {
        const { instances } = session.scene;
        const some = instances.filter(() => next(3) === 0);
        const before = session.history.length;
        session.edit(`Step ${step}`, act({ raster, instances, some, next }));
        if (session.history.length > before) states.push(state(raster, session.scene.document));
        if (seed % 20 === 0) expectSound(raster, session.scene.document);
      }
      for (const expected of states.toReversed().slice(1)) {
        expect(session.undo()).toBe(true);
        if (state(raster, session.scene.document) !== expected)
          throw new Error(`Seed ${seed}: undo gives another state.`);
      }
      expect(session.undo()).toBe(false);
      for (const expected of states.slice(1)) {
        expect(session.redo()).toBe(true);
        if (state(raster, session.scene.document) !== expected)
          throw new Error(`Seed ${seed}: redo gives another state.`);
      }
    }
  }, 300_000);
});
