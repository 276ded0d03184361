import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AnnotationClass } from '#plugins/workspace/classes/common/annotation-class.ts';
import type { Instance } from '#plugins/annotate/annotations/common/document.ts';
import { emptyDocument } from '#plugins/annotate/annotations/common/document.ts';
import type { ToolState } from '#plugins/annotate/stage/web/kit/tool-state.ts';
import { VectorAssistant } from '../vector-assistant.ts';
import type { VectorContext } from '../vector-context.ts';
import { boxTool } from './box-tool.ts';
import { cuboidTool } from './cuboid-tool.ts';
import { DrivenTool } from './driven-tool.ts';
import { ellipseTool } from './ellipse-tool.ts';
import { pathTool } from './path-tool.ts';
import { rotatedBoxTool } from './rotated-box-tool.ts';
import { templateTool } from './template-tool.ts';

const time = '2026-01-01T00:00:00.000Z';
const car: AnnotationClass = {
  id: 7,
  project_id: 1,
  name: 'Car',
  color: '#E4542B',
  type: 1,
  order: 0,
  count: 0,
  createdAt: time,
  updatedAt: time,
  attribute_groups: [],
};
const road: Instance = {
  id: 'road',
  type: 'polygon',
  classId: 7,
  className: 'Car',
  attributes: [],
  visible: true,
  points: [100, 100, 400, 100, 400, 400, 100, 400],
  exclude: [],
};

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

describe('polygons with holes and parts', () => {
  beforeEach(() => open(context => pathTool(context, 'polygon'), road));

  it('get a hole inside the polygon that is clicked', () => {
    driven.context.controller.setPolygonMode('hole');
    clicks([150, 150], [200, 150], [200, 200]);
    driven.press('enter');
    expect(driven.get('road')['exclude']).toEqual([[150, 150, 200, 150, 200, 200]]);
    expect(driven.instances).toHaveLength(1);
    driven.session.undo();
    expect(driven.get('road')).toBe(road);
  });

  it('refuse a hole that leaves the polygon, without losing what was drawn', () => {
    driven.context.controller.setPolygonMode('hole');
    clicks([150, 150], [600, 150], [200, 200]);
    driven.press('enter');
    expect(driven.session.messages).toEqual(['The hole must lie inside the polygon.']);
    driven.press('backspace');
    driven.press('backspace');
    clicks([250, 150], [200, 200]);
    driven.press('enter');
    expect(driven.get('road')['exclude']).toHaveLength(1);
  });

  it('get further parts in one group, each a single undo step', () => {
    driven.session.scene.select(['road']);
    driven.context.controller.setPolygonMode('part');
    for (const x of [500, 600]) {
      clicks([x, 100], [x + 50, 100], [x, 150]);
      driven.press('n');
    }
    expect(driven.instances.map(each => each.groupId)).toEqual([1, 1, 1]);
    expect(driven.session.history.length).toBe(2);
    driven.session.undo();
    driven.session.undo();
    expect(driven.instances).toEqual([road]);
  });

  it('need a polygon to add a part to', () => {
    driven.context.controller.setPolygonMode('part');
    driven.click(500, 100);
    expect(driven.session.messages).toEqual(['Select the polygon that gets another part first.']);
  });
});

describe('drawing beside others', () => {
  beforeEach(() => open(context => pathTool(context, 'polygon'), road));

  it('draws by free hand while the button is held, without any key', () => {
    driven.drag([
      [500, 100],
      [600, 100],
      [650, 150],
      [600, 250],
      [500, 250],
      [497, 104],
    ]);
    expect(driven.last).toMatchObject({
      type: 'polygon',
      points: [500, 100, 600, 100, 650, 150, 600, 250, 500, 250, 497, 104],
    });
  });

  it('snaps to vertices, not while Ctrl is held', () => {
    clicks([405, 104], [500, 100]);
    driven.click(404, 396, { ctrl: true });
    driven.press('enter');
    expect(driven.last.points).toEqual([400, 100, 500, 100, 404, 396]);
  });

  it('snaps to borders when that is switched on', () => {
    driven.context.settings.set({ snapToBorders: true });
    clicks([405, 250], [500, 200], [500, 300]);
    driven.press('enter');
    expect((driven.last.points as number[]).slice(0, 2)).toEqual([400, 250]);
  });

  it('traces a border by first, middle and last click', () => {
    driven.click(400, 150, { alt: true });
    clicks([300, 100], [100, 200], [50, 50], [450, 50]);
    driven.press('enter');
    expect(driven.last.points).toEqual([400, 150, 400, 100, 100, 100, 100, 200, 50, 50, 450, 50]);
  });

  it('traces the other way round when the middle says so, and Esc ends the tracing only', () => {
    driven.click(400, 150, { alt: true });
    driven.tool.cancel();
    expect(driven.tool.state!.name).toBe('polygon.drawing');
    driven.click(400, 150, { alt: true });
    clicks([400, 300], [100, 200]);
    driven.press('enter');
    expect(driven.last.points).toEqual(expect.arrayContaining([400, 400, 100, 400]));
  });
});

describe('an accepted suggestion', () => {
  it('becomes polygons of the active class in one group and one undo step', () => {
    open(boxTool, { ...road, groupId: 4 });
    const assistant = new VectorAssistant(driven.context, { pixels: () => Promise.reject(new Error('no picture')) });
    const part = (x: number): { outer: number[]; holes: number[][] } => ({
      outer: [x, 0, x + 40, 0, x + 40, 40, x, 40],
      holes: [[x + 10, 10, x + 20, 10, x + 20, 20]],
    });
    const mask = { x: 0, y: 0, width: 0, height: 0, data: new Uint8Array() };
    assistant.accept({ parts: [part(0), part(100)], mask, confidence: 0.9 });
    expect(
      driven.instances
        .slice(1)
        .map(each => [each.type, each.className, each.groupId, (each['exclude'] as unknown[]).length]),
    ).toEqual([
      ['polygon', 'Car', 5, 1],
      ['polygon', 'Car', 5, 1],
    ]);
    expect(driven.session.history.length).toBe(1);
    assistant.accept({ parts: [part(200)], mask, confidence: 0.9 });
    expect(driven.last.groupId).toBe(0);
    expect(assistant.activeColor).toBe('#E4542B');
  });
});
