import { beforeEach, expect, it } from 'vitest';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { emptyDocument } from '#plugins/annotate/annotations/common/index.ts';
import { car } from './tools/tools.support.ts';
import { DrivenTool } from './tools/driven-tool.ts';
import type { KeyedEditor } from './vector-key.ts';
import { vectorKeys } from './vector-keys.ts';

const shared = { classId: car.id, className: car.name, attributes: [], visible: true };
const square = (id: string, x: number, y: number, side: number): Instance => ({
  ...shared,
  id,
  type: 'polygon',
  points: [x, y, x + side, y, x + side, y + side, x, y + side],
  exclude: [],
});
const box = (id: string, x1: number, y1: number, x2: number, y2: number): Instance => ({
  ...shared,
  id,
  type: 'bbox',
  points: { x1, y1, x2, y2 },
});

let driven: DrivenTool;

function open(...instances: readonly Instance[]): void {
  driven = new DrivenTool({ ...emptyDocument('a.jpg'), instances }, [car, { ...car, id: 8, name: 'Road' }]);
}

/** Presses the keys with some shapes selected, and expects them to be one step. */
function press(chord: string, ...ids: readonly string[]): void {
  driven.session.scene.select(ids);
  const key = vectorKeys.find(each => each.chords.includes(chord))!;
  key.run({ hasSelection: ids.length > 0, drawing: false } as KeyedEditor, driven.commands);
  expect(driven.session.history.length).toBe(1);
}

/** Square pixels of a polygon without holes. */
function areaOf({ points }: Instance): number {
  const ring = points as readonly number[];
  let doubled = 0;
  for (let at = 0; at < ring.length; at += 2)
    doubled += ring[at]! * ring[(at + 3) % ring.length]! - ring[(at + 2) % ring.length]! * ring[at + 1]!;
  return Math.abs(doubled) / 2;
}

/** The shapes from the lowest to the topmost. */
const order = (): readonly string[] => driven.instances.map(each => each.id);
const corner = (id: string, name: 'x1' | 'x2' | 'y1'): number =>
  (driven.get(id).points as Record<'x1' | 'x2' | 'y1', number>)[name];

it.each([
  ['J', [47_500]],
  ['W', [37_500, 10_000]],
  ['Shift+J', [2_500]],
  ['Alt+W', [37_500]],
] as const)('should combine the selected shapes by %s as one step', (chord, areas) => {
  open(square('flower', 100, 100, 200), square('leaf', 250, 250, 100));
  press(chord, 'flower', 'leaf');
  expect(driven.instances.map(areaOf)).toEqual(areas);
});

it('should leave parts of what is cut through in one group', () => {
  open(square('flower', 100, 100, 300), box('bar', 225, 90, 235, 410));
  press('Alt+W', 'flower', 'bar');
  const groups = driven.instances.map(each => each['groupId']);
  expect(groups).toHaveLength(2);
  expect(groups[0]).toBeGreaterThan(0);
  expect(groups[1]).toBe(groups[0]);
});

beforeEach(() => {
  open(box('a', 100, 100, 160, 140), box('b', 300, 200, 340, 300), box('c', 500, 120, 600, 160));
});

it('should align and spread the selected shapes by keys, each as one step', () => {
  press('Alt+Shift+Up', 'a', 'b', 'c');
  expect(['a', 'b', 'c'].map(id => corner(id, 'y1'))).toEqual([100, 100, 100]);
  driven.session.undo();
  press('Alt+Shift+H', 'a', 'b', 'c');
  expect(corner('b', 'x1') - corner('a', 'x2')).toBeCloseTo(corner('c', 'x1') - corner('b', 'x2'), 1);
});

it('should bring a shape to the front and behind the next by keys', () => {
  press('+', 'a');
  expect(order()).toEqual(['b', 'c', 'a']);
  driven.session.undo();
  press('Ctrl+Down', 'c');
  expect(order()).toEqual(['a', 'c', 'b']);
});

it('should give all selected shapes a class by its digit as one step', () => {
  press('2', 'a', 'b', 'c');
  expect(new Set(driven.instances.map(each => each.classId))).toEqual(new Set([8]));
  driven.session.undo();
  expect(new Set(driven.instances.map(each => each.classId))).toEqual(new Set([7]));
});

it('should add what has the class of the selected shape to the selection', () => {
  open(box('a', 100, 100, 160, 140), { ...box('b', 300, 200, 340, 300), classId: 8 }, box('c', 500, 120, 600, 160));
  driven.session.scene.select(['a']);
  vectorKeys.find(each => each.id === 'select-class')!.run({} as KeyedEditor, driven.commands);
  expect(driven.selected).toEqual(['a', 'c']);
});

it('should paste as near to the pointer as the picture goes', () => {
  driven.session.scene.select(['c']);
  driven.commands.selection.copy();
  const pointer = { x: 795, y: 595 };
  Object.assign(driven.context.stage.input, { last: { place: pointer, screen: pointer } });
  press('Ctrl+V');
  expect(driven.last.points).toEqual({ x1: 700, y1: 560, x2: 800, y2: 600 });
});
