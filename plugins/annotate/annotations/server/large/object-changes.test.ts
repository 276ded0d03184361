import { expect, it } from 'vitest';
import { emptyDocument } from '../../common/document.ts';
import { changedRest, readChanges } from './object-changes.ts';

const box = { id: 'a', type: 'bbox', classId: 1, attributes: [] };

it('should keep the last state of each object, apart from what changes otherwise', () => {
  const { objects, others } = readChanges([
    { collection: 'instances', id: 'a', before: box, after: { ...box, classId: 2 } },
    { collection: 'instances', id: 'a', before: { ...box, classId: 2 } },
    { collection: 'instances', id: 'a', after: box, index: 7 },
    { collection: 'tags', id: 'blurred', after: 'blurred' },
  ]);
  expect(objects).toEqual([{ id: 'a', after: box, place: 7 }]);
  expect(changedRest(emptyDocument('a'), { objects, others }).tags).toEqual(['blurred']);
});

it('should name the patch that it cannot read', () => {
  const refused = (patch: unknown): unknown => {
    try {
      return readChanges([patch]);
    } catch (error) {
      return (error as { details?: unknown; message: string }).message;
    }
  };
  expect(refused({ collection: 'raster', id: '1' })).toMatch(/collection/);
  expect(refused({ collection: 'instances', id: '' })).toMatch(/id/);
  expect(refused({ collection: 'instances', id: 'a', after: { ...box, id: 'b' } })).toMatch(/after/);
  expect(refused({ collection: 'instances', id: 'a', before: box, after: box, index: 1, from: 2 })).toMatch(/order/);
});
