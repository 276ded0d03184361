import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnnotationDocument, Instance } from './document.ts';
import { emptyDocument } from './document.ts';
import { diffDocuments, sameDocument, sameJson } from './diff.ts';
import { applyPatches } from './edits.ts';

const instance = (id: string, probability = 100): Instance => ({
  id,
  type: 'bbox',
  classId: -1,
  attributes: [],
  probability,
});
const documentOf = (instances: readonly Instance[]): AnnotationDocument => ({ ...emptyDocument('a.jpg'), instances });

describe('diffDocuments', () => {
  it('ignores who acted last', () => {
    const before = documentOf([instance('a')]);
    const after = { ...before, metadata: { ...before.metadata, lastAction: { email: 'a@example.com', timestamp: 1 } } };
    expect(sameDocument(before, after)).toBe(true);
  });

  it('matches entries by their id and names only what changed', () => {
    const patches = diffDocuments(
      documentOf([instance('a'), instance('b')]),
      documentOf([instance('a'), instance('b', 4)]),
    );
    expect(patches).toEqual([{ collection: 'instances', id: 'b', before: instance('b'), after: instance('b', 4) }]);
  });

  it('does not mind the order of keys', () => {
    expect(sameJson({ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 })).toBe(true);
    expect(sameJson({ a: 1 }, { a: 1, b: undefined })).toBe(true);
    expect(sameJson([1, 2], [2, 1])).toBe(false);
    expect(sameJson({ a: null }, { a: undefined })).toBe(false);
  });

  it('gives patches that turn any document into any other', () => {
    const list = fc.uniqueArray(
      fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'), probability: fc.nat(3) }),
      { selector: one => one.id },
    );
    fc.assert(
      fc.property(list, list, (first, second) => {
        const before = documentOf(first.map(one => instance(one.id, one.probability)));
        const after = documentOf(second.map(one => instance(one.id, one.probability)));
        expect(applyPatches(before, diffDocuments(before, after))).toEqual(after);
      }),
    );
  });
});
