import { describe, expect, it } from 'vitest';
import { readDocument } from '#plugins/annotate/annotations/common/index.ts';
import { documentRows } from './document-rows.ts';

const only = (instance: object): Readonly<Record<string, unknown>> =>
  documentRows(readDocument({ metadata: { name: 'a' }, instances: [instance], tags: [], comments: [] }), undefined)
    .instances[0]!;

describe('documentRows', () => {
  it('keeps ids as they are', () => {
    expect(
      only({ type: 'point', x: 1, y: 2, classId: 7, groupId: 3, attributes: [{ groupId: 8, id: 9, name: 'Black' }] }),
    ).toMatchObject({ class_id: 7, group_id: 3, attributes: [{ g: 8, i: 9, n: 'Black' }] });
  });

  it('leaves out ids and numbers that the database could not reckon with', () => {
    const row = only({
      type: 'point',
      x: 1e300,
      y: 2,
      classId: 3e9,
      groupId: 1e12,
      start: -1.7e308,
      end: 1.7e308,
      attributes: [{ groupId: 2 ** 31, id: -3e9, name: 'Black' }],
    });
    expect(row['attributes']).toEqual([{ n: 'Black' }]);
    expect(row['class_id']).toBe(-1);
    for (const name of ['group_id', 'x', 'width', 'area', 'started', 'ended', 'self_intersecting'])
      expect(row[name], name).toBeUndefined();
  });
});
