import { beforeEach, describe, expect, it } from 'vitest';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { emptyDocument } from '#plugins/annotate/annotations/common/index.ts';
import type { ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import { VectorAssistant } from '../vector-assistant.ts';
import type { VectorContext } from '../vector-context.ts';
import { boxTool } from './box-tool.ts';
import { DrivenTool } from './driven-tool.ts';
import { pathTool } from './path-tool.ts';
import { car } from './tools.support.ts';

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
