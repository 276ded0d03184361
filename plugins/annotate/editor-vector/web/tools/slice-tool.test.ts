import { describe, expect, it } from 'vitest';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { emptyDocument } from '#plugins/annotate/annotations/common/index.ts';
import { DrivenTool } from './driven-tool.ts';
import { simplifyTool } from './simplify-tool.ts';
import { sliceTool } from './slice-tool.ts';

const time = '2026-01-01T00:00:00.000Z';
const classes: readonly AnnotationClass[] = [
  {
    id: 1,
    project_id: 1,
    name: 'Car',
    color: '#E4542B',
    type: 1,
    order: 0,
    count: 0,
    createdAt: time,
    updatedAt: time,
    attribute_groups: [],
  },
];
const polygon = (id: string, points: readonly number[], fields: Partial<Instance> = {}): Instance => ({
  id,
  type: 'polygon',
  classId: 1,
  className: 'Car',
  attributes: [],
  points,
  exclude: [],
  ...fields,
});
const square = (id: string, x: number, y: number, side: number, fields?: Partial<Instance>): Instance =>
  polygon(id, [x, y, x + side, y, x + side, y + side, x, y + side], fields);

function open(...instances: readonly Instance[]): DrivenTool {
  return new DrivenTool({ ...emptyDocument('a.jpg'), instances }, classes);
}

describe('the slice tool', () => {
  it('is done as soon as the line cuts through', () => {
    const driven = open(square('a', 100, 100, 100));
    driven.use(sliceTool);
    driven.click(50, 150);
    driven.click(250, 150);
    expect(driven.instances).toHaveLength(2);
    expect(driven.selected).toHaveLength(2);
    driven.session.undo();
    expect(driven.instances).toHaveLength(1);
  });

  it('waits for the bends of a line that is still inside', () => {
    const comb = polygon('a', [100, 100, 300, 100, 300, 300, 260, 300, 260, 140, 140, 140, 140, 300, 100, 300]);
    const driven = open(comb);
    driven.use(sliceTool);
    driven.click(50, 200);
    driven.click(280, 200);
    expect(driven.instances).toHaveLength(1);
    driven.click(280, 350);
    expect(driven.instances).toHaveLength(3);
  });

  it('cuts the selected shapes, else the topmost that it crosses; never a locked one', () => {
    const all = [
      square('below', 100, 100, 100),
      square('above', 90, 90, 120),
      square('locked', 80, 80, 140, { locked: true }),
    ];
    const driven = open(...all);
    driven.use(sliceTool);
    driven.click(50, 150);
    driven.click(300, 150);
    expect(driven.instances.map(({ id }) => all.some(one => one.id === id))).toEqual([true, true, false, true]);
    expect(driven.get('below')['points']).toEqual(all[0]!['points']);
    driven.session.scene.select(['below']);
    driven.click(50, 150);
    driven.click(300, 150);
    expect(driven.get('below')['points']).not.toEqual(all[0]!['points']);
  });

  it('takes points back, and says so when nothing is cut', () => {
    const driven = open(square('a', 100, 100, 100));
    driven.use(sliceTool);
    driven.click(50, 150);
    driven.click(150, 150);
    driven.press('backspace');
    driven.click(60, 160);
    driven.press('enter');
    expect(driven.session.messages.at(-1)).toContain('cut through');
    expect(driven.instances).toHaveLength(1);
  });

  it('from corner to corner needs no more than the corners', () => {
    const driven = open(square('a', 100, 100, 100));
    driven.use(sliceTool);
    driven.click(102, 101);
    driven.click(199, 202);
    expect(driven.instances).toHaveLength(2);
  });
});

describe('the simplify tool', () => {
  const wavy = polygon(
    'a',
    Array.from({ length: 40 }, (_, index) => [100 + index * 5, 100 + (index % 2)])
      .flat()
      .concat([300, 300, 100, 300]),
  );

  it('previews without changing anything, and keeps it by Enter as one step', () => {
    const driven = open(wavy);
    driven.context.settings.set({ simplifyBy: 2 });
    driven.session.scene.select(['a']);
    driven.use(simplifyTool);
    expect(driven.session.scene.drafts.size).toBe(1);
    expect(driven.get('a')).toBe(wavy);
    expect(driven.context.controller.state.simplified).toMatchObject({ before: 42 });
    driven.press('enter');
    expect((driven.get('a')['points'] as number[]).length).toBeLessThan(20);
    expect(driven.session.scene.drafts.size).toBe(0);
    expect(driven.session.history.length).toBe(1);
  });

  it('follows the tolerance and the selection, and leaves everything as it was when another tool is taken', () => {
    const driven = open(wavy, square('b', 400, 100, 50));
    driven.context.settings.set({ simplifyBy: 0.1 });
    driven.session.scene.select(['a']);
    driven.use(simplifyTool);
    expect(driven.session.scene.drafts.size).toBe(0);
    driven.press('arrowright', { shift: true });
    expect(driven.context.settings.state.simplifyBy).toBe(1.1);
    driven.click(425, 125);
    expect(driven.selected).toEqual(['b']);
    expect(driven.context.controller.state.simplified).toMatchObject({ before: 4, after: 4 });
    driven.tool.stop();
    expect(driven.session.scene.drafts.size).toBe(0);
    expect(driven.session.history.length).toBe(0);
  });
});
