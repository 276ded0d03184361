import { beforeEach, describe, expect, it } from 'vitest';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { emptyDocument } from '#plugins/annotate/annotations/common/index.ts';
import type { MemorySession } from '#plugins/annotate/editor/web/kit/index.ts';
import type { ToolMachine, ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import type { VectorContext } from '../vector-context.ts';
import type { HeldKeys } from './driven-tool.ts';
import { DrivenTool } from './driven-tool.ts';
import { selectTool } from './select-tool.ts';
import { car } from './tools.support.ts';

const shared = { classId: 7, className: 'Car', attributes: [], visible: true };
const box: Instance = { ...shared, id: 'box', type: 'bbox', points: { x1: 100, y1: 100, x2: 200, y2: 200 } };
const polygon: Instance = {
  ...shared,
  id: 'polygon',
  type: 'polygon',
  points: [300, 100, 400, 100, 400, 200, 300, 200],
  exclude: [],
};

let driven: DrivenTool;
let session: MemorySession;
let tool: ToolMachine;

function open(begin: (context: VectorContext) => () => ToolState, ...instances: Instance[]): void {
  driven = new DrivenTool({ ...emptyDocument('a.jpg'), instances }, [car]);
  driven.use(begin);
  ({ session, tool } = driven);
}

const click = (x: number, y: number, keys?: HeldKeys): void => driven.click(x, y, keys);
const drag = (from: readonly [number, number], to: readonly [number, number], keys?: HeldKeys): void =>
  driven.drag([from, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2], to], keys);
const selected = (): readonly string[] => driven.selected;

describe('the select tool', () => {
  beforeEach(() => open(selectTool, box, polygon));

  it('selects by a click, adds by Ctrl+click, deselects on an empty place', () => {
    click(150, 150);
    expect(selected()).toEqual(['box']);
    click(350, 150, { ctrl: true });
    expect(selected()).toEqual(['box', 'polygon']);
    click(350, 150, { ctrl: true });
    expect(selected()).toEqual(['box']);
    click(600, 500);
    expect(selected()).toEqual([]);
  });

  it('highlights the shape under the pointer', () => {
    driven.move(350, 150);
    expect(session.scene.hover).toBe('polygon');
    tool.leave();
    expect(session.scene.hover).toBeUndefined();
  });

  it('moves a shape as one history entry', () => {
    drag([150, 150], [180, 170]);
    expect(session.scene.get('box')!.points).toEqual({ x1: 130, y1: 120, x2: 230, y2: 220 });
    expect(session.history.length).toBe(1);
    session.undo();
    expect(session.scene.get('box')).toBe(box);
  });

  it('moves all selected shapes together and keeps them on the image', () => {
    session.scene.select(['box', 'polygon']);
    drag([150, 150], [0, 150]);
    expect(session.scene.get('box')!.points).toMatchObject({ x1: 0 });
    expect((session.scene.get('polygon')!.points as number[])[0]).toBe(200);
    expect(session.history.length).toBe(1);
  });

  it('returns to the mark when a drag is cancelled', () => {
    driven.down(150, 150);
    driven.move(250, 250);
    expect(session.scene.shown('box')).not.toBe(box);
    tool.cancel();
    expect(session.scene.shown('box')).toBe(box);
    expect(session.history.canUndo).toBe(false);
  });

  it('resizes a box by its handles', () => {
    session.scene.select(['box']);
    drag([200, 200], [250, 230]);
    expect(session.scene.get('box')!.points).toEqual({ x1: 100, y1: 100, x2: 250, y2: 230 });
  });

  it('moves, inserts and deletes vertices', () => {
    session.scene.select(['polygon']);
    drag([400, 200], [420, 240]);
    expect(session.scene.get('polygon')!.points).toEqual([300, 100, 400, 100, 420, 240, 300, 200]);
    drag([350, 100], [350, 60]);
    expect(session.scene.get('polygon')!.points).toEqual([300, 100, 350, 60, 400, 100, 420, 240, 300, 200]);
    click(350, 60, { alt: true });
    expect(session.scene.get('polygon')!.points).toEqual([300, 100, 400, 100, 420, 240, 300, 200]);
    expect(session.history.length).toBe(3);
  });

  it('selects what lies wholly inside a rubber band', () => {
    drag([50, 50], [350, 250], { shift: true });
    expect(selected()).toEqual(['box']);
    drag([50, 50], [450, 250], { shift: true });
    expect(selected().toSorted()).toEqual(['box', 'polygon']);
  });

  it('does not move a locked shape and says why', () => {
    session.edit('Lock', [{ collection: 'instances', id: 'box', before: box, after: { ...box, locked: true } }]);
    drag([150, 150], [180, 170]);
    expect(session.scene.get('box')!.points).toEqual(box.points);
    expect(session.messages).toHaveLength(1);
  });

  it('changes nothing when the item is read-only', () => {
    session.setReadOnly(true);
    drag([150, 150], [180, 170]);
    session.scene.select(['polygon']);
    drag([350, 100], [350, 60]);
    expect(session.history.canUndo).toBe(false);
  });

  it('pans by a drag on an empty place', () => {
    drag([600, 500], [620, 510]);
    expect(driven.context.stage.camera.view.centre).toEqual({ x: 380, y: 290 });
  });
});
