import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnnotationDocument, Patch } from '#plugins/annotate/annotations/common/index.ts';
import {
  applyPatches,
  completePatches,
  invertEdit,
  makeEdit,
  readDocument,
} from '#plugins/annotate/annotations/common/index.ts';
import { readForm } from '../form-document.ts';
import { pathKey } from './element-path.ts';
import { isFormInstance } from './form-instance.ts';
import { FormPlan } from './form-plan.ts';
import { closeGaps, deleteRow, insertRow, moveRow, rowCount } from './row-edits.ts';
import { openForm } from './stored-values.ts';

const plan = new FormPlan(
  readForm({
    components: [
      {
        id: 'g',
        type: 'group',
        children: [
          { id: 'a', type: 'input', value: '' },
          { id: 'b', type: 'input', value: 'given' },
          { id: 'inner', type: 'group', isTemplate: true, children: [{ id: 'c', type: 'input', value: '' }] },
        ],
      },
    ],
  }).components,
);
const group = ['g'];

const documentOf = (
  values: readonly (readonly [readonly (string | number)[], unknown])[],
  comments: readonly object[] = [],
): AnnotationDocument => {
  const data: Record<string, unknown[]> = {};
  for (const [path, value] of values) (data[String(path.at(-1))] ??= []).push({ value, element_path: path });
  return readDocument(openForm({ metadata: { name: 'x' }, data, comments }));
};
const valuesOf = (document: AnnotationDocument): Record<string, unknown> =>
  Object.fromEntries(document.instances.filter(isFormInstance).map(each => [each.id, each.value]));
const after = (document: AnnotationDocument, patches: readonly Patch[]): AnnotationDocument =>
  applyPatches(document, completePatches(document, patches));

const three = documentOf(
  [
    [['g', 0, 'a'], 'zero'],
    [['g', 1, 'a'], 'one'],
    [['g', 1, 'inner', 0, 'c'], 'deep'],
    [['g', 2, 'a'], 'two'],
    [['g', 2, 'b'], 'beside'],
  ],
  [
    { id: 'k', element_path: ['g', 2, 'a'], correspondence: [] },
    { id: 'l', element_path: ['g', 1, 'a'], correspondence: [] },
  ],
);

describe('rows of a group', () => {
  it('should close up when one is deleted, nested ones and comments with them', () => {
    const deleted = after(three, deleteRow(three, group, 0));
    expect(valuesOf(deleted)).toEqual({
      'g[0].a': 'one',
      'g[0].inner[0].c': 'deep',
      'g[1].a': 'two',
      'g[1].b': 'beside',
    });
    expect(deleted.comments.map(each => each.element_path)).toEqual([
      ['g', 1, 'a'],
      ['g', 0, 'a'],
    ]);
    expect(after(three, deleteRow(three, group, 1)).comments.map(each => each.element_path)).toEqual([
      ['g', 1, 'a'],
      ['g'],
    ]);
  });

  it('should make room for a new one, which begins with what the form gives', () => {
    expect(valuesOf(after(three, insertRow(plan, three, group, 1, undefined)))).toEqual({
      'g[0].a': 'zero',
      'g[1].b': 'given',
      'g[2].a': 'one',
      'g[2].inner[0].c': 'deep',
      'g[3].a': 'two',
      'g[3].b': 'beside',
    });
    expect(valuesOf(after(three, insertRow(plan, three, ['g', 1, 'inner'], 1, undefined)))).toMatchObject({
      'g[1].inner[0].c': 'deep',
      'g[1].inner[1].c': '',
    });
  });

  it('should move to another place', () => {
    expect(valuesOf(after(three, moveRow(three, group, 2, 0)))).toEqual({
      'g[0].a': 'two',
      'g[0].b': 'beside',
      'g[1].a': 'zero',
      'g[2].a': 'one',
      'g[2].inner[0].c': 'deep',
    });
    expect(valuesOf(after(three, moveRow(three, group, 0, 2)))).toEqual({
      'g[0].a': 'one',
      'g[0].inner[0].c': 'deep',
      'g[1].a': 'two',
      'g[1].b': 'beside',
      'g[2].a': 'zero',
    });
  });

  it('should lose their gaps, and report which moved', () => {
    const gaps = documentOf([
      [['g', 1, 'a'], 'x'],
      [['g', 4, 'a'], 'y'],
      [['g', 4, 'inner', 2, 'c'], 'z'],
    ]);
    const { instances, moved } = closeGaps(gaps.instances);
    expect(valuesOf({ ...gaps, instances })).toEqual({ 'g[0].a': 'x', 'g[1].a': 'y', 'g[1].inner[0].c': 'z' });
    expect(moved).toEqual(['row 2 moved to 1', 'row 5 moved to 2', 'row 3 moved to 1']);
    expect(closeGaps(three.instances).instances).toBe(three.instances);
  });

  it('should always be numbered without gaps, and come back whole by undo', () => {
    const step = fc.record({ kind: fc.constantFrom('insert', 'delete', 'move'), at: fc.nat(8), to: fc.nat(8) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), steps => {
        let document = three;
        const edits = steps.flatMap(({ kind, at, to }) => {
          const rows = rowCount(document.instances, group);
          if (kind !== 'insert' && rows === 0) return [];
          const patches =
            kind === 'insert'
              ? insertRow(plan, document, group, at % (rows + 1), undefined)
              : kind === 'delete'
                ? deleteRow(document, group, at % rows)
                : moveRow(document, group, at % rows, to % rows);
          const edit = makeEdit(kind, completePatches(document, patches));
          document = applyPatches(document, edit.patches);
          expect(closeGaps(document.instances).moved).toEqual([]);
          expect(
            document.instances.every(each => !isFormInstance(each) || each.id === pathKey(each.element_path)),
          ).toBe(true);
          return [edit];
        });
        for (const edit of edits.toReversed()) document = applyPatches(document, invertEdit(edit).patches);
        expect(document).toEqual(three);
      }),
    );
  });
});
