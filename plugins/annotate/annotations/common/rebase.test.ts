import { describe, expect, it } from 'vitest';
import type { AnnotationDocument, Instance } from './document.ts';
import { emptyDocument } from './document.ts';
import { insertInstance, makeEdit, replaceInstance } from './edits.ts';
import { rebase, resolveConflict } from './rebase.ts';

const shape = (id: string, x: number, classId = 1): Instance => ({
  id,
  type: 'point',
  classId,
  attributes: [],
  x,
  y: 0,
});
const holding = (...instances: readonly Instance[]): AnnotationDocument => ({ ...emptyDocument('a.jpg'), instances });

describe('bringing unsaved edits onto a newer document', () => {
  it('should keep what both drew', () => {
    const { document, conflicts } = rebase(
      [makeEdit('Draw', [insertInstance(shape('mine', 1))])],
      holding(shape('theirs', 2)),
    );
    expect(document.instances.map(each => each.id)).toEqual(['theirs', 'mine']);
    expect(conflicts).toEqual([]);
  });

  it('should not duplicate what an earlier save of mine has stored already', () => {
    const drawn = shape('a', 1);
    const edits = [
      makeEdit('Draw', [insertInstance(drawn)]),
      makeEdit('Move', [replaceInstance(drawn, shape('a', 5))]),
    ];
    expect(rebase(edits, holding(drawn)).document.instances).toEqual([shape('a', 5)]);
    expect(rebase(edits, holding(shape('a', 5))).document.instances).toEqual([shape('a', 5)]);
  });

  it('should report when both moved the same shape, and leave theirs in place until somebody chooses', () => {
    const before = shape('a', 1);
    const { document, conflicts } = rebase(
      [makeEdit('Move', [replaceInstance(before, shape('a', 5))])],
      holding(shape('a', 9)),
    );
    expect(document.instances).toEqual([shape('a', 9)]);
    expect(conflicts).toEqual([
      { collection: 'instances', id: 'a', before, mine: shape('a', 5), theirs: shape('a', 9) },
    ]);
  });

  it('should report when one deleted what the other changed', () => {
    const before = shape('a', 1);
    const [deletedByThem] = rebase([makeEdit('Move', [replaceInstance(before, shape('a', 5))])], holding()).conflicts;
    expect(deletedByThem).toEqual({ collection: 'instances', id: 'a', before, mine: shape('a', 5) });
    const [deletedByMe] = rebase(
      [makeEdit('Delete', [{ collection: 'instances', id: 'a', before, index: 0 }])],
      holding(shape('a', 9)),
    ).conflicts;
    expect(deletedByMe).toEqual({ collection: 'instances', id: 'a', before, theirs: shape('a', 9) });
  });

  it('should not call a renamed class a change', () => {
    const before = { ...shape('a', 1), className: 'Car' };
    const { conflicts } = rebase(
      [makeEdit('Move', [replaceInstance(before, { ...before, x: 5 })])],
      holding({ ...before, className: 'Vehicle' }),
    );
    expect(conflicts).toEqual([]);
  });

  it('should put mine beside theirs when both are wanted', () => {
    const [patch] = resolveConflict(
      { collection: 'instances', id: 'a', mine: shape('a', 5), theirs: shape('a', 9) },
      'both',
    );
    expect(patch).toMatchObject({ collection: 'instances', after: { x: 5 } });
    expect(patch!.id).not.toBe('a');
    expect(patch!.before).toBeUndefined();
  });
});
