import { describe, expect, it } from 'vitest';
import type { AnnotationDocument, Instance } from '#plugins/annotate/annotations/common/index.ts';
import {
  applyPatches,
  completePatches,
  emptyDocument,
  invertEdit,
  makeEdit,
} from '#plugins/annotate/annotations/common/index.ts';
import { seedsOf } from '#tests/support/run-plan.ts';
import { compareVersions } from './compare-versions.ts';
import type { ItemVersion } from './mask-version.ts';
import { restoreAll, restoreOne } from './restore.ts';

const box = (id: string, x = 0, classId = 1): Instance => ({
  id,
  type: 'bbox',
  classId,
  attributes: [],
  points: { x1: x, y1: 0, x2: x + 5, y2: 5 },
});
const holding = (...instances: readonly Instance[]): AnnotationDocument => ({ ...emptyDocument('a.png'), instances });

const plain = (document: AnnotationDocument): ItemVersion => ({ document, mask: undefined });

function random(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

/** Two documents with some of their objects in common. */
function versions(seed: number): readonly [AnnotationDocument, AnnotationDocument] {
  const next = random(seed + 1);
  const make = (): AnnotationDocument =>
    holding(
      ...Array.from({ length: 12 }, (_, id) => ({ id: String(id), at: next() }))
        .filter(({ at }) => at < 0.7)
        .toSorted((one, other) => one.at - other.at)
        .map(({ id, at }) => box(id, Math.floor(at * 4), Math.floor(at * 3))),
    );
  return [make(), make()];
}

const applied = (
  now: AnnotationDocument,
  patches: readonly Parameters<typeof completePatches>[1][number][],
): AnnotationDocument => applyPatches(now, completePatches(now, patches));

describe('restoring', () => {
  it('all gives the earlier objects in their order, and is taken back by one undo', () => {
    for (const seed of seedsOf('objects restored at once', 1_000)) {
      const [before, now] = versions(seed);
      const edit = makeEdit('Restore', completePatches(now, restoreAll(plain(before), plain(now))));
      const restored = applyPatches(now, edit.patches);
      expect(restored.instances, `seed ${seed}`).toEqual(before.instances);
      expect(applyPatches(restored, invertEdit(edit).patches).instances, `seed ${seed}`).toEqual(now.instances);
    }
  });

  it('one after the other leaves no difference', () => {
    for (const seed of seedsOf('objects restored one by one', 1_000)) {
      const [before, now] = versions(seed);
      const restored = compareVersions(before, now).reduce(
        (document, each) => applied(document, restoreOne(each, plain(before), plain(document))),
        now,
      );
      expect(compareVersions(before, restored), `seed ${seed}`).toEqual([]);
    }
  });

  it('puts an object back above what it lay on', () => {
    const before = holding(box('a'), box('b'), box('c'));
    const now = holding(box('c'), box('a'));
    const [gone] = compareVersions(before, now);
    expect(applied(now, restoreOne(gone!, plain(before), plain(now))).instances.map(each => each.id)).toEqual([
      'c',
      'a',
      'b',
    ]);
  });

  it('does nothing to an added object that is gone already', () => {
    expect(
      restoreOne({ id: 'x', kind: 'added', changes: [], after: box('x') }, plain(holding()), plain(holding())),
    ).toEqual([]);
  });

  it('leaves comments and tags as they are', () => {
    const now = { ...holding(box('a')), tags: ['day'], comments: [{ id: 'c', resolved: false, correspondence: [] }] };
    expect(applied(now, restoreAll(plain(holding()), plain(now)))).toEqual({ ...now, instances: [] });
  });
});
