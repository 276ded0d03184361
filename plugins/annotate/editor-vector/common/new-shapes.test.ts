import { describe, expect, it } from 'vitest';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { emptyDocument } from '#plugins/annotate/annotations/common/index.ts';
import { nearestOnPath } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { Template } from '#plugins/annotate/skeletons/common/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { checkVectorDocument } from './checks.ts';
import { groupAll, nextGroupId, ungroupAll } from './groups.ts';
import { newInstance, newTag } from './new-instance.ts';
import { labelledPoint, labelledPointCount, withPointLabel } from './point-labels.ts';
import { regionPolygons } from './region-polygons.ts';
import { placeableSkeletons, placeSkeleton, skeletonAspect } from './skeleton-shape.ts';
import type { VectorInstance } from './shapes.ts';

const by = { email: 'ana@example.com', role: 'Annotator' };
const shared = { id: 'a', classId: -1, attributes: [] };
const template = (data: Template['data'], type = 1): Template => ({
  id: 31,
  team_id: 1,
  name: 'Pedestrian',
  type,
  data,
  isPublic: true,
  createdAt: '',
  updatedAt: '',
});

describe('skeletons', () => {
  const figure = {
    points: [
      { x: 5, y: 0 },
      { x: 0, y: 20 },
      { x: 10, y: 20 },
    ],
    connections: [
      [0, 1],
      [0, 2],
    ],
    labels: ['head', '', 'right'],
  };

  it('are taken from templates of vector projects that can be read', () => {
    expect(
      placeableSkeletons([template(figure), template({ points: [] }), template(figure, 3)]).map(each => each.name),
    ).toEqual(['Pedestrian']);
  });

  it('are stretched into a box, with ids, lines and labels of the format', () => {
    const [skeleton] = placeableSkeletons([template(figure)]);
    expect(skeletonAspect(skeleton!)).toBe(0.5);
    const placed = placeSkeleton(skeleton!, { minX: 100, minY: 50, maxX: 200, maxY: 90 });
    expect(placed).toEqual({
      type: 'template',
      templateId: 31,
      templateName: 'Pedestrian',
      pointLabels: { 0: 'head', 2: 'right' },
      points: [
        { id: 1, x: 150, y: 50 },
        { id: 2, x: 100, y: 90 },
        { id: 3, x: 200, y: 90 },
      ],
      connections: [
        { id: 1, from: 1, to: 2 },
        { id: 2, from: 1, to: 3 },
      ],
    });
    expect(
      checkVectorDocument(
        { ...emptyDocument('a.jpg'), instances: [newInstance(placed, undefined, by)] },
        { form: 'internal' },
      ),
    ).toEqual([]);
  });

  it('without an extent should be in the middle of the box', () => {
    const [skeleton] = placeableSkeletons([template({ points: [{ x: 3, y: 3 }] })]);
    expect(placeSkeleton(skeleton!, { minX: 0, minY: 0, maxX: 10, maxY: 20 }).points).toEqual([{ id: 1, x: 5, y: 10 }]);
  });
});

describe('tags', () => {
  it('have no geometry and are accepted by the checks', () => {
    const sunny: AnnotationClass = {
      id: 9,
      project_id: 1,
      name: 'Sunny',
      color: '#FFFFFF',
      type: 2,
      order: 0,
      count: 0,
      createdAt: '',
      updatedAt: '',
      attribute_groups: [],
    };
    const tag = newTag(sunny, by);
    expect(tag).toMatchObject({ type: 'tag', classId: 9, className: 'Sunny' });
    expect(tag).not.toHaveProperty('points');
    expect(checkVectorDocument({ ...emptyDocument('a.jpg'), instances: [tag] }, { form: 'internal' })).toEqual([]);
  });
});

describe('labels of points', () => {
  const shapes: readonly VectorInstance[] = [
    { ...shared, type: 'bbox', points: { x1: 0, y1: 0, x2: 10, y2: 20 } },
    { ...shared, type: 'rbbox', points: { x1: 0, y1: 0, x2: 10, y2: 0, x3: 10, y3: 20, x4: 0, y4: 20 } },
    { ...shared, type: 'polygon', points: [0, 0, 10, 0, 10, 10] },
    { ...shared, type: 'ellipse', cx: 5, cy: 5, rx: 5, ry: 3, angle: 0 },
    {
      ...shared,
      type: 'cuboid',
      points: { f1: { x: 0, y: 0 }, f2: { x: 4, y: 4 }, r1: { x: 2, y: 2 }, r2: { x: 6, y: 6 } },
    },
    { ...shared, type: 'point', x: 1, y: 2 },
    { ...shared, type: 'tag' },
  ];

  it('have as many places as the format counts', () => {
    expect(shapes.map(labelledPointCount)).toEqual([8, 8, 3, 4, 8, 1, 0]);
    for (const shape of shapes)
      for (let point = 0; point < labelledPointCount(shape); point += 1)
        expect(labelledPoint(shape, point)).toBeDefined();
    expect(labelledPoint(shapes[2]!, 3)).toBeUndefined();
  });

  it('should be at the handles, clockwise from the top left', () => {
    expect([0, 1, 2, 3].map(point => labelledPoint(shapes[0]!, point))).toEqual([
      { x: 0, y: 0 },
      { x: 5, y: 0 },
      { x: 10, y: 0 },
      { x: 10, y: 10 },
    ]);
    expect([0, 1, 2, 3].map(point => labelledPoint(shapes[1]!, point))).toEqual([
      { x: 0, y: 0 },
      { x: 5, y: 0 },
      { x: 10, y: 0 },
      { x: 10, y: 10 },
    ]);
  });

  it('are written, changed and taken away', () => {
    const labelled = withPointLabel(shapes[2]!, 1, ' corner ');
    expect(labelled.pointLabels).toEqual({ 1: 'corner' });
    expect(withPointLabel(labelled, 1, 'corner')).toBe(labelled);
    expect(withPointLabel(labelled, 1, '').pointLabels).toEqual({});
  });
});

describe('groups', () => {
  const all: readonly Instance[] = [
    { ...shared, id: 'a', type: 'point', groupId: 4 },
    { ...shared, id: 'b', type: 'point' },
    { ...shared, id: 'c', type: 'point', locked: true },
    { ...shared, id: 'd', type: 'tag' },
  ];

  it('get a number above every other', () => {
    expect(nextGroupId(all)).toBe(5);
    expect(groupAll(all, all, by).map(({ id, after }) => [id, (after as Instance).groupId])).toEqual([
      ['a', 5],
      ['b', 5],
    ]);
  });

  it('are left as they are when they are one already', () => {
    const grouped = all.map(each => ({ ...each, groupId: 4 })).slice(0, 2);
    expect(groupAll(grouped, grouped, by)).toEqual([]);
  });

  it('are dissolved for those that are in one', () => {
    expect(ungroupAll(all, by).map(({ id }) => id)).toEqual(['a']);
  });
});

describe('a suggested region', () => {
  it('becomes polygons at most half a pixel from its outline, without specks', () => {
    const stairs = Array.from({ length: 40 }, (_, step) => [step, step, step + 1, step]).flat();
    const outer = [...stairs, 40, 40, 0, 40];
    const [polygon, ...others] = regionPolygons([
      {
        outer,
        holes: [
          [5, 20, 10, 20, 10, 25, 5, 25],
          [1, 30, 1.2, 30, 1.2, 30.2],
        ],
      },
      { outer: [100, 100, 100.5, 100, 100.5, 100.5], holes: [] },
    ]);
    expect(others).toEqual([]);
    expect(polygon!.exclude).toHaveLength(1);
    for (let at = 0; at < outer.length; at += 2)
      expect(nearestOnPath(polygon!.points, true, { x: outer[at]!, y: outer[at + 1]! })!.distance).toBeLessThanOrEqual(
        0.5,
      );
    expect(polygon!.points.length).toBeLessThan(outer.length);
  });
});
