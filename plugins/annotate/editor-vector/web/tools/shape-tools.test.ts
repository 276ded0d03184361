import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { emptyDocument } from '#plugins/annotate/annotations/common/index.ts';
import type { ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import type { VectorContext } from '../vector-context.ts';
import { boxTool } from './box-tool.ts';
import { cuboidTool } from './cuboid-tool.ts';
import { DrivenTool } from './driven-tool.ts';
import { ellipseTool } from './ellipse-tool.ts';
import { rotatedBoxTool } from './rotated-box-tool.ts';
import { templateTool } from './template-tool.ts';
import { car } from './tools.support.ts';

let driven: DrivenTool;

function open(begin: (context: VectorContext) => () => ToolState, ...instances: Instance[]): void {
  driven = new DrivenTool({ ...emptyDocument('a.jpg'), instances }, [car], undefined, [
    {
      id: 3,
      name: 'Stick',
      points: [
        { x: 0, y: 0 },
        { x: 10, y: 20 },
      ],
      connections: [[0, 1]],
      labels: [],
    },
  ]);
  driven.use(begin);
}

const clicks = (...places: readonly (readonly [number, number])[]): void =>
  places.forEach(([x, y]) => driven.click(x, y));

describe('boxes by extreme points', () => {
  beforeEach(() => {
    open(boxTool);
    driven.context.settings.set({ boxMode: 'extremes' });
  });
  // Settings outlive the session that made them.
  afterEach(() => driven.context.settings.set({ boxMode: 'corners' }));

  it('are the box around four clicks in any order', () => {
    clicks([200, 90], [310, 150], [220, 240], [150, 160]);
    expect(driven.last.points).toEqual({ x1: 150, y1: 90, x2: 310, y2: 240 });
    expect(driven.tool.state!.name).toBe('box.idle');
  });

  it('take the last point back by Backspace and Ctrl+Z', () => {
    clicks([200, 90], [700, 150]);
    driven.press('backspace');
    clicks([310, 150], [600, 600]);
    driven.press('z', { ctrl: true });
    clicks([220, 240], [150, 160]);
    expect(driven.last.points).toEqual({ x1: 150, y1: 90, x2: 310, y2: 240 });
  });
});

describe('the rotated box tool', () => {
  it('draws by three clicks', () => {
    open(rotatedBoxTool);
    clicks([100, 200], [200, 200], [250, 150]);
    expect(driven.last).toMatchObject({
      type: 'rbbox',
      points: { x1: 100, y1: 200, x2: 200, y2: 200, x3: 200, y3: 150, x4: 100, y4: 150 },
    });
  });

  it('draws by dragging the base, then the depth, and keeps all of it on the picture', () => {
    open(rotatedBoxTool);
    driven.drag(
      [
        [100, 50],
        [200, 50],
      ],
      { shift: true },
    );
    driven.click(150, -300);
    expect(driven.last.points).toMatchObject({ x1: 100, y1: 50, y3: 0, y4: 0 });
    expect(driven.session.history.length).toBe(1);
  });

  it('leaves nothing when it is cancelled half way', () => {
    open(rotatedBoxTool);
    clicks([100, 200], [200, 200]);
    driven.tool.cancel();
    expect(driven.instances).toHaveLength(0);
  });
});

describe('the ellipse and cuboid tools', () => {
  it('draw an ellipse into a dragged box, a circle with Shift, from the centre with Alt', () => {
    open(ellipseTool);
    driven.drag([
      [100, 100],
      [200, 160],
    ]);
    expect(driven.last).toMatchObject({ type: 'ellipse', cx: 150, cy: 130, rx: 50, ry: 30, angle: 0 });
    driven.drag(
      [
        [100, 100],
        [200, 160],
      ],
      { shift: true },
    );
    expect(driven.last).toMatchObject({ rx: 50, ry: 50 });
    driven.drag(
      [
        [300, 300],
        [340, 320],
      ],
      { alt: true },
    );
    expect(driven.last).toMatchObject({ cx: 300, cy: 300, rx: 40, ry: 20 });
  });

  it('draw a cuboid by its front face and the place of its rear one', () => {
    open(cuboidTool);
    driven.drag([
      [100, 200],
      [200, 300],
    ]);
    driven.move(230, 280);
    driven.click(240, 270);
    expect(driven.last.points).toEqual({
      f1: { x: 100, y: 200 },
      f2: { x: 200, y: 300 },
      r1: { x: 140, y: 170 },
      r2: { x: 240, y: 270 },
    });
  });
});

describe('the template tool', () => {
  it('places the skeleton and lets its points be dragged without leaving the tool', async () => {
    open(templateTool);
    await driven.context.controller.loadSkeletons();
    driven.drag([
      [100, 100],
      [200, 300],
    ]);
    expect(driven.last).toMatchObject({
      type: 'template',
      templateId: 3,
      templateName: 'Stick',
      points: [
        { id: 1, x: 100, y: 100 },
        { id: 2, x: 200, y: 300 },
      ],
    });
    driven.drag([
      [200, 300],
      [250, 310],
      [260, 320],
    ]);
    expect(driven.instances).toHaveLength(1);
    expect(driven.last.points).toEqual([
      { id: 1, x: 100, y: 100 },
      { id: 2, x: 260, y: 320 },
    ]);
  });

  it('keeps the proportions of the drawing with Shift', async () => {
    open(templateTool);
    await driven.context.controller.loadSkeletons();
    driven.drag(
      [
        [100, 100],
        [300, 300],
      ],
      { shift: true },
    );
    expect(driven.last.points).toEqual([
      { id: 1, x: 100, y: 100 },
      { id: 2, x: 300, y: 500 },
    ]);
  });

  it('says that there is nothing to place', () => {
    open(templateTool);
    driven.drag([
      [100, 100],
      [200, 300],
    ]);
    expect(driven.session.messages).toHaveLength(1);
  });
});
