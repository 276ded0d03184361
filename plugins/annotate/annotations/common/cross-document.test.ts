import { describe, expect, it } from 'vitest';
import type { AnnotationClass, AttributeGroup } from '#plugins/workspace/classes/common/index.ts';
import { attributeGroup, times } from './attribute-group.support.ts';
import { indexClasses } from './class-index.ts';
import type { CrossedDocument } from './cross-document.ts';
import { crossDocument, lackingText } from './cross-document.ts';

const entry = (
  id: number,
  name: string,
  groups: readonly AttributeGroup[] = [],
  type: AnnotationClass['type'] = 1,
): AnnotationClass => ({
  id,
  project_id: 1,
  name,
  color: '#FF0000',
  type,
  order: 0,
  count: 0,
  ...times,
  attribute_groups: [...groups],
});

const from = indexClasses([
  entry(10, 'Car', [attributeGroup(20, 'State', 'radio', ['Parked', 'Moving']), attributeGroup(21, 'Plate', 'text')]),
  entry(11, 'Tree'),
]);
const to = indexClasses([
  entry(50, 'Car', [attributeGroup(60, 'State', 'radio', ['Moving']), attributeGroup(61, 'Plate', 'numeric')]),
  entry(51, 'Tree', [], 2),
]);
const cross = (...instances: readonly object[]): CrossedDocument =>
  crossDocument({ metadata: { name: 'a' }, instances, tags: ['x'], comments: [{ id: 'c' }] }, from, to);
const state = (value: string, id: number): object => ({ id, groupId: 20, name: value, groupName: 'State' });

describe('copying a document to another project', () => {
  it('should give it the ids of the other project by names, and keep all else', () => {
    const { document, lacking, dropped } = cross({
      id: 'a',
      type: 'bbox',
      classId: 10,
      className: 'Car',
      createdBy: { email: 'ana@x.io' },
      attributes: [state('Moving', 2001)],
    });
    expect(document).toEqual({
      metadata: { name: 'a' },
      tags: ['x'],
      comments: [{ id: 'c' }],
      instances: [
        {
          id: 'a',
          type: 'bbox',
          classId: 50,
          className: 'Car',
          createdBy: { email: 'ana@x.io' },
          attributes: [{ id: 6000, groupId: 60, name: 'Moving', groupName: 'State' }],
        },
      ],
    });
    expect([lacking, dropped]).toEqual([[], []]);
  });

  it('should go by the name a class has now, not by the one it had when it was saved', () => {
    expect(
      cross({ id: 'a', classId: 10, className: 'Automobile', attributes: [] }).document['instances'],
    ).toMatchObject([{ classId: 50, className: 'Car' }]);
  });

  it('should leave out values the other project does not have, and groups that are of another type there, and name them', () => {
    const { document, lacking } = cross({
      id: 'a',
      classId: 10,
      className: 'Car',
      attributes: [state('Parked', 2000), { groupId: 21, groupName: 'Plate', name: 'UL-1' }],
    });
    expect(document['instances']).toMatchObject([{ classId: 50, attributes: [] }]);
    expect(lacking.map(name => [name.kind, lackingText(name), name.clash])).toEqual([
      ['value', 'Car ▸ State ▸ Parked', false],
      ['group', 'Car ▸ Plate', true],
    ]);
  });

  it('should leave out instances of a class that is missing or of another type there', () => {
    const { document, lacking, dropped } = cross(
      { id: 'a', classId: 11, className: 'Tree', attributes: [] },
      { id: 'b', classId: 11, className: 'Tree', attributes: [] },
      { id: 'c', classId: 10, className: 'Car', attributes: [] },
    );
    expect((document['instances'] as { id: string }[]).map(each => each.id)).toEqual(['c']);
    expect(lacking).toEqual([{ kind: 'class', className: 'Tree', clash: true }]);
    expect(dropped.map(each => each['id'])).toEqual(['a', 'b']);
  });

  it('should carry what has no class, of a class that was deleted, and of one that was never made', () => {
    const { document, lacking } = cross(
      { id: 'a', classId: -1, attributes: [] },
      { id: 'b', classId: 99, className: 'Gone', attributes: [] },
      { id: 'c', classId: -1, className: 'Later', attributes: [] },
    );
    expect(document['instances']).toEqual([
      { id: 'a', classId: -1, attributes: [] },
      { id: 'b', classId: -1, attributes: [] },
      { id: 'c', classId: -1, className: 'Later', attributes: [] },
    ]);
    expect(lacking).toEqual([]);
  });

  it('should look into the parameters of a timeline, and keep its comments', () => {
    const comment = { meta: { type: 'comment', start: 0 }, parameters: [] };
    const timeline = {
      meta: { type: 'event', classId: 10, className: 'Car' },
      parameters: [
        { start: 0, timestamps: [{ timestamp: 1, attributes: [state('Moving', 2001), state('Parked', 2000)] }] },
      ],
    };
    const { document, lacking } = cross(comment, timeline);
    expect(document['instances']).toMatchObject([
      comment,
      {
        meta: { classId: 50 },
        parameters: [{ timestamps: [{ timestamp: 1, attributes: [{ id: 6000, groupId: 60 }] }] }],
      },
    ]);
    expect(
      (document['instances'] as { parameters: { timestamps: { attributes: unknown[] }[] }[] }[])[1]!.parameters[0]!
        .timestamps[0]!.attributes,
    ).toHaveLength(1);
    expect(lacking.map(lackingText)).toEqual(['Car ▸ State ▸ Parked']);
  });
});
