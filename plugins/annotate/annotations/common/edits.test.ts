import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnnotationDocument, Instance } from './document.ts';
import { emptyDocument } from './document.ts';
import type { Patch } from './edits.ts';
import {
  applyPatches,
  completePatches,
  insertInstance,
  invertEdit,
  makeEdit,
  mergeEdits,
  replaceInstance,
} from './edits.ts';

const instance = (id: string, probability = 100): Instance => ({
  id,
  type: 'bbox',
  classId: -1,
  attributes: [],
  probability,
});
const documentOf = (...ids: string[]): AnnotationDocument => ({
  ...emptyDocument('a.jpg'),
  instances: ids.map(id => instance(id)),
});
const ids = (document: AnnotationDocument): string[] => document.instances.map(one => one.id);
const remove = (id: string): Patch => ({ collection: 'instances', id, before: instance(id) });

describe('edits', () => {
  it('inserts on top unless a place is given', () => {
    expect(ids(applyPatches(documentOf('a', 'b'), [insertInstance(instance('c'))]))).toEqual(['a', 'b', 'c']);
    expect(ids(applyPatches(documentOf('a', 'b'), [insertInstance(instance('c'), 0)]))).toEqual(['c', 'a', 'b']);
  });

  it('keeps the identity of untouched instances', () => {
    const before = documentOf('a', 'b');
    const after = applyPatches(before, [replaceInstance(before.instances[0]!, instance('a', 50))]);
    expect(after.instances[1]).toBe(before.instances[1]);
    expect(after.instances[0]!.probability).toBe(50);
  });

  it('moves an entry to another place and back', () => {
    const before = documentOf('a', 'b', 'c', 'd');
    const edit = makeEdit('To front', [
      { collection: 'instances', id: 'b', before: instance('b'), after: instance('b'), index: 3, from: 1 },
    ]);
    const after = applyPatches(before, edit.patches);
    expect(ids(after)).toEqual(['a', 'c', 'd', 'b']);
    expect(ids(applyPatches(after, invertEdit(edit).patches))).toEqual(['a', 'b', 'c', 'd']);
  });

  it('puts deleted instances back where they were, however they were named', () => {
    const before = documentOf('a', 'b', 'c', 'd', 'e');
    const edit = makeEdit('Delete', completePatches(before, [remove('b'), remove('e'), remove('a')]));
    const after = applyPatches(before, edit.patches);
    expect(ids(after)).toEqual(['c', 'd']);
    expect(ids(applyPatches(after, invertEdit(edit).patches))).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('does not double an instance when a journal is replayed over a document that has it', () => {
    const patches = [insertInstance(instance('b', 10))];
    const once = applyPatches(documentOf('a'), patches);
    expect(applyPatches(once, patches)).toEqual(once);
  });

  it('changes tags, comments and metadata too', () => {
    const edit = makeEdit('Tag', [
      { collection: 'tags', id: 'night', after: 'night' },
      { collection: 'metadata', id: 'error', after: false },
      { collection: 'comments', id: 'c', after: { id: 'c', resolved: false, correspondence: [] } },
    ]);
    const after = applyPatches(documentOf(), edit.patches);
    expect(after).toMatchObject({ tags: ['night'], metadata: { error: false }, comments: [{ id: 'c' }] });
    expect(applyPatches(after, invertEdit(edit).patches)).toEqual(documentOf());
  });

  it('folds many moves of one shape into one patch', () => {
    const steps = [1, 2, 3].map(step =>
      makeEdit('Move', [replaceInstance(instance('a', step - 1), instance('a', step))]),
    );
    const merged = mergeEdits(steps, 'Drag');
    expect(merged.label).toBe('Drag');
    expect(merged.patches).toEqual([replaceInstance(instance('a', 0), instance('a', 3))]);
  });

  it('leaves nothing of a change that went back to where it began', () => {
    const merged = mergeEdits([
      makeEdit('Move', [replaceInstance(instance('a', 1), instance('a', 2))]),
      makeEdit('Move', [replaceInstance(instance('a', 2), instance('a', 1))]),
    ]);
    expect(merged.patches).toEqual([]);
  });

  it('takes any sequence of edits back exactly, one by one or merged, also through JSON', () => {
    const step = fc.record({
      kind: fc.constantFrom('insert', 'delete', 'replace', 'move'),
      at: fc.nat(7),
      to: fc.nat(7),
      value: fc.nat(99),
    });
    fc.assert(
      fc.property(fc.array(fc.array(step, { maxLength: 4 }), { maxLength: 6 }), plan => {
        const start = documentOf('a', 'b', 'c', 'd', 'e');
        let document = start;
        let made = 0;
        const edits = plan.map(steps => {
          const patches: Patch[] = [];
          for (const { kind, at, to, value } of steps) {
            const now = applyPatches(document, patches);
            const target = now.instances[at];
            if (kind === 'insert')
              patches.push(insertInstance(instance(`n${made++}`, value), Math.min(at, now.instances.length)));
            else if (target === undefined) continue;
            else if (kind === 'delete') patches.push({ collection: 'instances', id: target.id, before: target });
            else if (kind === 'replace') patches.push(replaceInstance(target, { ...target, probability: value }));
            else
              patches.push({
                collection: 'instances',
                id: target.id,
                before: target,
                after: target,
                index: Math.min(to, now.instances.length - 1),
                from: at,
              });
          }
          const edit = JSON.parse(JSON.stringify(makeEdit('Step', completePatches(document, patches)))) as ReturnType<
            typeof makeEdit
          >;
          document = applyPatches(document, edit.patches);
          return edit;
        });
        const undone = edits
          .toReversed()
          .reduce((current, edit) => applyPatches(current, invertEdit(edit).patches), document);
        expect(undone).toEqual(start);
        const merged = mergeEdits(edits);
        expect(applyPatches(start, merged.patches)).toEqual(document);
        expect(applyPatches(document, invertEdit(merged).patches)).toEqual(start);
      }),
    );
  });
});
