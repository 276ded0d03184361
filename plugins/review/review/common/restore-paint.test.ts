import { describe, expect, it } from 'vitest';
import type { AnnotationDocument, Instance, Patch } from '#plugins/annotate/annotations/common/index.ts';
import {
  applyPatches,
  completePatches,
  emptyDocument,
  invertEdit,
  makeEdit,
} from '#plugins/annotate/annotations/common/index.ts';
import {
  fittedInstances,
  LabelRaster,
  partColorText,
  RasterChange,
} from '#plugins/annotate/annotations/common/raster/index.ts';
import { seedsOf } from '#tests/support/run-plan.ts';
import type { Difference } from './compare-versions.ts';
import { compareVersions } from './compare-versions.ts';
import type { ItemVersion } from './mask-version.ts';
import { paintCompared, paintOutline } from './mask-version.ts';
import { restoreAll, restoreOne } from './restore.ts';

const size = 40;

interface PaintedVersion extends ItemVersion {
  readonly mask: LabelRaster;
}

type Painted = readonly [id: string, color: number, x: number, y: number, side: number, classId?: number];

/** Objects painted one over the other as squares. */
function painted(...squares: readonly Painted[]): PaintedVersion {
  const mask = new LabelRaster(size, size);
  const change = new RasterChange(mask);
  const instances = new Map<string, Instance & { readonly parts: { readonly color: string }[] }>();
  for (const [id, color, x, y, side, classId = 1] of squares) {
    for (let row = y; row < y + side; row += 1) change.row(row, x, x + side, mask.slotOf(color));
    const instance = instances.get(id) ?? { id, type: '', classId, attributes: [], parts: [] };
    if (!instance.parts.some(part => part.color === partColorText(color)))
      instance.parts.push({ color: partColorText(color) });
    instances.set(id, instance);
  }
  change.patches();
  return {
    document: {
      ...emptyDocument('a.png'),
      instances: fittedInstances([...instances.values()], color => mask.countOf(mask.slotOf(color))),
    },
    mask,
  };
}

const differences = (before: PaintedVersion, now: PaintedVersion): readonly Difference[] =>
  compareVersions(before.document, now.document, paintCompared(before.mask, now.mask));
const changesIn = (before: PaintedVersion, now: PaintedVersion): readonly string[] =>
  differences(before, now).map(({ id, kind, changes }) => [id, kind, ...changes].join(' '));

function applied({ document, mask }: PaintedVersion, patches: readonly Patch[]): PaintedVersion {
  const copy = mask.copy();
  for (const { collection, id, after } of patches) if (collection === 'raster') copy.write(id, String(after));
  const next: AnnotationDocument = applyPatches(
    document,
    patches.filter(each => each.collection !== 'raster'),
  );
  return { document: next, mask: copy };
}

const complete = ({ document }: PaintedVersion, patches: readonly Patch[]): readonly Patch[] =>
  completePatches(document, patches);

function random(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

/** Two versions of an item: objects with one or two parts, some in both, in places of their own. */
function versions(seed: number): readonly [PaintedVersion, PaintedVersion] {
  const next = random(seed + 1);
  const make = (shift: number): PaintedVersion =>
    painted(
      ...Array.from({ length: 8 }, (_, id): readonly Painted[] => {
        if (next() < 0.3) return [];
        const square = (): Painted => [
          String(id),
          (id + 1 + (next() < 0.3 ? shift : 0)) * 15,
          Math.floor(next() * 5) * 6,
          Math.floor(next() * 5) * 6,
          3 + Math.floor(next() * 12),
          1 + Math.floor(next() * 2),
        ];
        return next() < 0.3 ? [square(), square()] : [square()];
      }).flat(),
    );
  return [make(0), make(4)];
}

describe('masks of two versions', () => {
  it('are distinguished by their pixels, however their parts are coloured', () => {
    expect(changesIn(painted(['a', 15, 2, 2, 5]), painted(['a', 45, 2, 2, 5]))).toEqual([]);
    expect(changesIn(painted(['a', 15, 2, 2, 5]), painted(['a', 15, 2, 2, 6]))).toEqual(['a changed reshaped']);
    expect(
      changesIn(
        painted(['a', 15, 2, 2, 5], ['b', 30, 20, 20, 5]),
        painted(['b', 30, 20, 20, 5, 2], ['c', 15, 8, 2, 5]),
      ),
    ).toEqual(['b changed class', 'c added', 'a removed']);
  });

  it('are outlined each as it was', () => {
    const before = painted(['a', 15, 2, 3, 4]);
    expect(paintOutline(before.mask, before.document.instances[0]!).rings).toEqual([[2, 3, 6, 3, 6, 7, 2, 7]]);
  });

  it('give one object back, over what is there now, in colours of its own', () => {
    const before = painted(['a', 15, 0, 0, 10]);
    const now = painted(['b', 15, 5, 5, 10], ['c', 30, 1, 1, 2]);
    const [gone] = differences(before, now).filter(each => each.kind === 'removed');
    const restored = applied(now, complete(now, restoreOne(gone!, before, now)));
    expect(changesIn(before, restored)).toEqual(['b added']);
    expect(restored.document.instances.map(({ id, parts }) => [id, parts])).toEqual([
      ['a', [{ color: partColorText(45) }]],
      ['b', [{ color: partColorText(15) }]],
    ]);
  });

  it('leave no difference when all are restored one after the other', () => {
    for (const seed of seedsOf('masks restored one by one', 500)) {
      const [before, now] = versions(seed);
      const restored = differences(before, now).reduce(
        (state, each) => applied(state, complete(state, restoreOne(each, before, state))),
        now,
      );
      expect(changesIn(before, restored), `seed ${seed}`).toEqual([]);
    }
  });

  it('are restored at once, to the pixel, and taken back by one undo', () => {
    for (const seed of seedsOf('masks restored at once', 500)) {
      const [before, now] = versions(seed);
      const edit = makeEdit('Restore', complete(now, restoreAll(before, now)));
      const restored = applied(now, edit.patches);
      expect(restored.document.instances, `seed ${seed}`).toEqual(before.document.instances);
      expect(changesIn(before, restored), `seed ${seed}`).toEqual([]);
      const back = applied(restored, invertEdit(edit).patches);
      expect(back.document.instances, `seed ${seed}`).toEqual(now.document.instances);
      expect(changesIn(now, back), `seed ${seed}`).toEqual([]);
    }
  });
});
