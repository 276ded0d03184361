import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AnnotationDocument, Edit, Instance, Patch } from '#plugins/annotate/annotations/common/index.ts';
import {
  applyPatches,
  completePatches,
  invertEdit,
  makeEdit,
  replaceInstance,
} from '#plugins/annotate/annotations/common/index.ts';
import { runsOf } from '#tests/support/run-plan.ts';
import { patchesToSend } from './patches-to-send.ts';

const box = (id: string, x = 0): Instance => ({ id, type: 'bbox', classId: 1, attributes: [], points: { x1: x } });
const holding = (count: number): AnnotationDocument => ({
  metadata: { name: 'street' },
  instances: Array.from({ length: count }, (_, at) => box(`${at}`)),
  tags: ['day'],
  comments: [],
});
const moved = makeEdit('Move', [replaceInstance(box('7'), box('7', 5))]);

it('should leave documents of few objects whole, and those of which a good part has changed', () => {
  expect(patchesToSend(holding(999), [moved])).toBeUndefined();
  expect(patchesToSend(holding(1000), [moved])).toHaveLength(1);
  const all = holding(1000).instances.map(each => replaceInstance(each, { ...each, classId: 2 }));
  expect(patchesToSend(holding(1000), [makeEdit('Class', all.slice(0, 250))])).toHaveLength(250);
  expect(patchesToSend(holding(1000), [makeEdit('Class', all)])).toBeUndefined();
});

it('should say of what was replaced or deleted only that it was there', () => {
  const deleted = makeEdit('Delete', [{ collection: 'instances', id: '9', before: box('9'), index: 9 }]);
  expect(patchesToSend(holding(1000), [moved, deleted])).toEqual([
    { collection: 'instances', id: '7', before: null, after: box('7', 5) },
    { collection: 'instances', id: '9', before: null, index: 9 },
  ]);
});

it('should make of the stored document what any edits made of it', () => {
  const stored = holding(1100);
  const kinds = ['move', 'add', 'delete', 'reorder', 'tag', 'describe', 'undo'] as const;
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...kinds), fc.nat()), { maxLength: 40 }), steps => {
      let document = stored;
      const edits: Edit[] = [];
      for (const [at, [kind, value]] of steps.entries()) {
        const edit =
          kind === 'undo'
            ? invertEdit(edits.at(-1) ?? moved)
            : makeEdit(kind, completePatches(document, [patchOf(kind, document, value, at)]));
        edits.push(edit);
        document = applyPatches(document, edit.patches);
      }
      const patches = patchesToSend(document, edits);
      // As the server receives them.
      expect(applyPatches(stored, JSON.parse(JSON.stringify(patches)) as Patch[])).toEqual(document);
    }),
    { numRuns: runsOf(200) },
  );
});

function patchOf(kind: string, { instances, tags }: AnnotationDocument, value: number, at: number): Patch {
  const from = value % instances.length;
  const before = instances[from]!;
  const { id } = before;
  if (kind === 'add') return { collection: 'instances', id: `new ${at}`, after: box(`new ${at}`), index: from };
  if (kind === 'delete') return { collection: 'instances', id, before };
  if (kind === 'reorder') return { collection: 'instances', id, before, after: before, index: 0, from };
  if (kind === 'describe') return { collection: 'metadata', id: 'note', after: `${value}` };
  if (kind === 'tag')
    return tags.includes('night')
      ? { collection: 'tags', id: 'night', before: 'night' }
      : { collection: 'tags', id: 'night', after: 'night' };
  return replaceInstance(before, box(id, value));
}
