import { beforeEach, describe, expect, it } from 'vitest';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { emptyDocument } from '#plugins/annotate/annotations/common/index.ts';
import type { MemorySession } from '#plugins/annotate/editor/web/kit/index.ts';
import type { ToolMachine, ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import type { VectorContext } from '../vector-context.ts';
import { boxTool } from './box-tool.ts';
import type { HeldKeys } from './driven-tool.ts';
import { DrivenTool } from './driven-tool.ts';
import { pathTool } from './path-tool.ts';
import { pointTool } from './point-tool.ts';
import { car } from './tools.support.ts';

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
const press = (key: string, keys: HeldKeys = {}): boolean => driven.press(key, keys);
const last = (): Instance => driven.last;
const selected = (): readonly string[] => driven.selected;

describe('the box tool', () => {
  beforeEach(() => open(boxTool));

  it('draws by a drag, with the active class, and stays in the tool', () => {
    drag([10, 20], [110, 70]);
    expect(last()).toMatchObject({
      type: 'bbox',
      points: { x1: 10, y1: 20, x2: 110, y2: 70 },
      className: 'Car',
      creationType: 'Manual',
    });
    expect(tool.state!.name).toBe('box.idle');
    expect(selected()).toEqual([last().id]);
  });

  it('draws by two clicks', () => {
    click(10, 20);
    expect(session.scene.instances).toHaveLength(0);
    click(110, 70);
    expect(last().points).toEqual({ x1: 10, y1: 20, x2: 110, y2: 70 });
  });

  it('draws from the centre with Alt and a square with Shift', () => {
    drag([100, 100], [120, 110], { alt: true });
    expect(last().points).toEqual({ x1: 80, y1: 90, x2: 120, y2: 110 });
    drag([100, 100], [130, 110], { shift: true });
    expect(last().points).toEqual({ x1: 100, y1: 100, x2: 130, y2: 130 });
  });

  it('stays on the image', () => {
    drag([700, 500], [900, 700]);
    expect(last().points).toEqual({ x1: 700, y1: 500, x2: 800, y2: 600 });
  });

  it('does not grab boxes that are there', () => {
    drag([10, 10], [110, 110]);
    drag([50, 50], [90, 90]);
    expect(session.scene.instances).toHaveLength(2);
  });

  it('leaves nothing when cancelled, and no box without area', () => {
    driven.down(10, 10);
    driven.move(90, 90);
    tool.cancel();
    driven.up(90, 90);
    drag([10, 10], [60, 10]);
    expect(session.scene.instances).toHaveLength(0);
    expect(session.history.canUndo).toBe(false);
  });
});

describe('the polygon tool', () => {
  beforeEach(() => open(one => pathTool(one, 'polygon')));

  it('closes by a click on the first point', () => {
    for (const [x, y] of [
      [100, 100],
      [200, 100],
      [200, 200],
      [103, 102],
    ] as const)
      click(x, y);
    expect(last()).toMatchObject({ type: 'polygon', points: [100, 100, 200, 100, 200, 200], exclude: [] });
  });

  it('closes by Enter, N and a double click', () => {
    for (const key of ['enter', 'n']) {
      for (const [x, y] of [
        [100, 100],
        [200, 100],
        [200, 200],
      ] as const)
        click(x, y);
      press(key);
    }
    for (const [x, y] of [
      [100, 100],
      [200, 100],
      [200, 200],
      [200, 200],
    ] as const)
      click(x, y);
    expect(session.scene.instances.map(one => (one.points as number[]).length)).toEqual([6, 6, 6]);
    expect(tool.state!.name).toBe('polygon.idle');
  });

  it('drops the last point by Backspace and by Ctrl+Z, without touching the history', () => {
    for (const [x, y] of [
      [100, 100],
      [200, 100],
      [300, 300],
      [400, 400],
    ] as const)
      click(x, y);
    press('backspace');
    press('z', { ctrl: true });
    click(200, 200);
    press('enter');
    expect(last().points).toEqual([100, 100, 200, 100, 200, 200]);
    expect(session.history.length).toBe(1);
  });

  it('goes back by Esc in steps: the last point, then the shape', () => {
    for (const [x, y] of [
      [100, 100],
      [200, 100],
      [300, 300],
    ] as const)
      click(x, y);
    tool.cancel();
    expect(tool.state!.name).toBe('polygon.drawing');
    tool.cancel();
    expect(tool.state!.name).toBe('polygon.idle');
    expect(session.scene.instances).toHaveLength(0);
  });

  it('refuses points on one line with a reason', () => {
    for (const [x, y] of [
      [100, 100],
      [200, 100],
      [300, 100],
    ] as const)
      click(x, y);
    press('enter');
    expect(session.scene.instances).toHaveLength(0);
    expect(session.messages).toEqual(['A polygon needs three points that are not on one line.']);
    expect(tool.state!.name).toBe('polygon.drawing');
  });

  it('keeps to 45° with Shift', () => {
    click(100, 100);
    click(200, 108, { shift: true });
    click(200, 200);
    press('enter');
    expect((last().points as number[]).slice(2, 4)).toEqual([200, 100]);
  });

  it('draws by free hand with Shift held, with fewer points than were moved', () => {
    driven.down(300, 200, { shift: true });
    for (let step = 1; step <= 60; step += 1) {
      const angle = (step / 60) * 2 * Math.PI;
      driven.move(200 + Math.cos(angle) * 100, 200 + Math.sin(angle) * 100, { shift: true });
    }
    driven.up(300, 200, { shift: true });
    const points = last().points as number[];
    expect(points.length / 2).toBeGreaterThan(10);
    expect(points.length / 2).toBeLessThan(50);
  });

  it('keeps a shape worth keeping when another tool is chosen', () => {
    for (const [x, y] of [
      [100, 100],
      [200, 100],
      [200, 200],
    ] as const)
      click(x, y);
    tool.stop();
    expect(session.scene.instances).toHaveLength(1);
  });
});

describe('the polyline and point tools', () => {
  it('draw an open line, ended by a double click', () => {
    open(one => pathTool(one, 'polyline'));
    for (const [x, y] of [
      [100, 100],
      [200, 100],
      [200, 100],
    ] as const)
      click(x, y);
    expect(last()).toMatchObject({ type: 'polyline', points: [100, 100, 200, 100] });
  });

  it('place points on the image', () => {
    open(pointTool);
    click(10.126, 20);
    click(900, 20);
    expect(session.scene.instances.map(({ x, y }) => [x, y])).toEqual([
      [10.13, 20],
      [800, 20],
    ]);
  });
});
