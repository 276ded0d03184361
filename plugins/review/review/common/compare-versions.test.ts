import { describe, expect, it } from 'vitest';
import type { AnnotationDocument, Instance } from '#plugins/annotate/annotations/common/index.ts';
import { emptyDocument } from '#plugins/annotate/annotations/common/index.ts';
import { compareVersions } from './compare-versions.ts';

const box = (id: string, change: Partial<Instance> = {}): Instance => ({
  id,
  type: 'bbox',
  classId: 1,
  attributes: [],
  points: { x1: 10, y1: 20, x2: 30, y2: 40 },
  ...change,
});
const holding = (...instances: readonly Instance[]): AnnotationDocument => ({ ...emptyDocument('a.png'), instances });
const differences = (before: readonly Instance[], after: readonly Instance[]): readonly string[] =>
  compareVersions(holding(...before), holding(...after)).map(({ id, kind, changes }) =>
    [id, kind, ...changes].join(' '),
  );

describe('two versions of an item', () => {
  it('are no different when nothing but stamps, names and what is shown changed', () => {
    expect(
      differences(
        [box('a', { className: 'Car' })],
        [
          box('a', {
            className: 'Auto',
            updatedAt: '2026-01-01',
            updatedBy: { email: 'x@y.zz' },
            visible: false,
            locked: true,
            error: null,
          }),
        ],
      ),
    ).toEqual([]);
  });

  it('should list what was added and what is gone', () => {
    expect(
      differences(
        [box('a'), box('b', { classId: 7 })],
        [box('a'), box('c', { points: { x1: 0, y1: 0, x2: 5, y2: 5 } })],
      ),
    ).toEqual(['c added', 'b removed']);
  });

  it('should distinguish a move from a new shape', () => {
    expect(differences([box('a')], [box('a', { points: { y2: 45, x2: 40, y1: 25, x1: 20 } })])).toEqual([
      'a changed moved',
    ]);
    expect(differences([box('a')], [box('a', { points: { x1: 10, y1: 20, x2: 35, y2: 40 } })])).toEqual([
      'a changed reshaped',
    ]);
  });

  it.each<[string, Partial<Instance>, Partial<Instance>, string]>([
    [
      'polygon',
      { type: 'polygon', points: [0, 0, 10, 0, 10, 10], exclude: [[2, 2, 4, 2, 4, 4]] },
      { type: 'polygon', points: [5, 1, 15, 1, 15, 11], exclude: [[7, 3, 9, 3, 9, 5]] },
      'moved',
    ],
    [
      'polygon whose hole stays',
      { type: 'polygon', points: [0, 0, 10, 0, 10, 10], exclude: [[2, 2, 4, 2, 4, 4]] },
      { type: 'polygon', points: [5, 1, 15, 1, 15, 11], exclude: [[2, 2, 4, 2, 4, 4]] },
      'reshaped',
    ],
    [
      'polygon with one point more',
      { type: 'polygon', points: [0, 0, 10, 0, 10, 10] },
      { type: 'polygon', points: [0, 0, 10, 0, 10, 5, 10, 10] },
      'reshaped',
    ],
    [
      'ellipse',
      { type: 'ellipse', points: undefined, cx: 5, cy: 5, rx: 2, ry: 3, angle: 0 },
      { type: 'ellipse', points: undefined, cx: 6, cy: 5, rx: 2, ry: 3, angle: 0 },
      'moved',
    ],
    [
      'turned ellipse',
      { type: 'ellipse', points: undefined, cx: 5, cy: 5, rx: 2, ry: 3, angle: 0 },
      { type: 'ellipse', points: undefined, cx: 5, cy: 5, rx: 2, ry: 3, angle: 15 },
      'reshaped',
    ],
    [
      'template',
      {
        type: 'template',
        points: [
          { id: 1, x: 1, y: 1 },
          { id: 2, x: 2, y: 5 },
        ],
      },
      {
        type: 'template',
        points: [
          { id: 1, x: 3, y: 1 },
          { id: 2, x: 4, y: 5 },
        ],
      },
      'moved',
    ],
    [
      'template with one point moved',
      {
        type: 'template',
        points: [
          { id: 1, x: 1, y: 1 },
          { id: 2, x: 2, y: 5 },
        ],
      },
      {
        type: 'template',
        points: [
          { id: 1, x: 3, y: 1 },
          { id: 2, x: 2, y: 5 },
        ],
      },
      'reshaped',
    ],
    [
      'cuboid',
      { type: 'cuboid', points: { f1: { x: 0, y: 0 }, f2: { x: 4, y: 4 }, r1: { x: 1, y: 1 }, r2: { x: 5, y: 5 } } },
      { type: 'cuboid', points: { f1: { x: 2, y: 0 }, f2: { x: 6, y: 4 }, r1: { x: 3, y: 1 }, r2: { x: 7, y: 5 } } },
      'moved',
    ],
    [
      'mask',
      { type: '', points: undefined, parts: [{ color: '#000001' }] },
      { type: '', points: undefined, parts: [{ color: '#000001' }, { color: '#000002' }] },
      'reshaped',
    ],
  ])('see a %s as such', (_, before, after, change) => {
    expect(differences([box('a', before)], [box('a', after)])).toEqual([`a changed ${change}`]);
  });

  it('should distinguish class, attributes, approval and the rest, and report all of them together', () => {
    const value = (name: string, id: number): object => ({ id, groupId: 3, name, groupName: 'State' });
    expect(differences([box('a')], [box('a', { classId: 2 })])).toEqual(['a changed class']);
    expect(differences([box('a')], [box('a', { attributes: [value('Parked', 5)] as never })])).toEqual([
      'a changed attributes',
    ]);
    expect(differences([box('a')], [box('a', { error: true })])).toEqual(['a changed approval']);
    expect(differences([box('a')], [box('a', { groupId: 4 })])).toEqual(['a changed other']);
    expect(
      differences([box('a')], [box('a', { classId: 2, error: false, points: { x1: 0, y1: 0, x2: 1, y2: 1 } })]),
    ).toEqual(['a changed reshaped class approval']);
  });

  it('do not mind the order of values, or an attribute that has another name by now', () => {
    const one = [
      { id: 5, groupId: 3, name: 'Parked' },
      { id: 6, groupId: 4, name: 'Red' },
    ];
    const other = [
      { id: 6, groupId: 4, name: 'Crimson' },
      { id: 5, groupId: 3, name: 'Parked' },
    ];
    expect(differences([box('a', { attributes: one })], [box('a', { attributes: other })])).toEqual([]);
  });

  it('recognise objects that came back without their id', () => {
    expect(
      differences(
        [box('a'), box('b', { points: { x1: 0, y1: 0, x2: 5, y2: 5 } })],
        [box('x', { points: { x1: 0, y1: 0, x2: 5, y2: 5 } }), box('y')],
      ),
    ).toEqual([]);
    expect(differences([box('a')], [box('x', { classId: 9 })])).toEqual(['x changed class']);
    expect(differences([box('a'), box('b')], [box('x')])).toEqual(['b removed']);
  });

  it('of ten thousand objects are matched by their ids', () => {
    const many = (shift: number): readonly Instance[] =>
      Array.from({ length: 10_000 }, (_, at) =>
        box(`${at + shift}`, { points: { x1: at, y1: at, x2: at + 5, y2: at + 5 } }),
      );
    expect(differences(many(0), many(5_000))).toEqual(expect.arrayContaining(['5000 changed moved']));
  });
});
