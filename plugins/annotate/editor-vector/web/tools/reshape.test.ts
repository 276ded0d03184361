import { beforeEach, describe, expect, it } from 'vitest';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { emptyDocument } from '#plugins/annotate/annotations/common/index.ts';
import { DrivenTool } from './driven-tool.ts';
import { selectTool } from './select-tool.ts';

const shared = { classId: -1, attributes: [], visible: true };
const left: Instance = {
  ...shared,
  id: 'left',
  type: 'polygon',
  points: [100, 100, 200, 100, 200, 300, 100, 300],
  exclude: [],
  pointLabels: { 1: 'top', 3: 'bottom' },
};
const right: Instance = {
  ...shared,
  id: 'right',
  type: 'polygon',
  points: [200, 100, 300, 100, 300, 300, 200, 300],
  exclude: [],
};
const triangle: Instance = {
  ...shared,
  id: 'triangle',
  type: 'polygon',
  points: [200, 100, 250, 20, 300, 100],
  exclude: [],
};
const box: Instance = { ...shared, id: 'box', type: 'bbox', points: { x1: 400, y1: 100, x2: 500, y2: 200 } };
const ellipse: Instance = { ...shared, id: 'ellipse', type: 'ellipse', cx: 600, cy: 300, rx: 80, ry: 40, angle: 0 };
const line: Instance = { ...shared, id: 'line', type: 'polyline', points: [100, 400, 200, 450, 300, 400] };

let driven: DrivenTool;

beforeEach(() => {
  driven = new DrivenTool({ ...emptyDocument('a.jpg'), instances: [left, right, triangle, box, ellipse, line] }, []);
  driven.use(selectTool);
});

const select = (...ids: readonly string[]): void => driven.session.scene.select(ids);
const points = (id: string): unknown => driven.get(id).points;
const undoAll = (): void => {
  while (driven.session.undo()) {
    // Everything.
  }
};

describe('shared edges', () => {
  it('move as one, as one undo step', () => {
    select('left');
    driven.drag([
      [200, 100],
      [220, 90],
      [230, 120],
    ]);
    expect([points('left'), points('right'), points('triangle')]).toEqual([
      [100, 100, 230, 120, 200, 300, 100, 300],
      [230, 120, 300, 100, 300, 300, 200, 300],
      [230, 120, 250, 20, 300, 100],
    ]);
    expect(driven.session.history.length).toBe(1);
    undoAll();
    expect(driven.get('right')).toBe(right);
  });

  it('get a new vertex in both neighbours', () => {
    select('right');
    driven.drag([
      [200, 200],
      [210, 210],
      [220, 210],
    ]);
    expect([points('left'), points('right')]).toEqual([
      [100, 100, 200, 100, 220, 210, 200, 300, 100, 300],
      [200, 100, 300, 100, 300, 300, 200, 300, 220, 210],
    ]);
    expect(driven.get('left').pointLabels).toEqual({ 1: 'top', 4: 'bottom' });
    expect(driven.session.history.length).toBe(1);
  });

  it('lose a vertex in all, or none when one cannot spare it', () => {
    select('left');
    driven.click(200, 300, { alt: true });
    expect([points('left'), points('right')]).toEqual([
      [100, 100, 200, 100, 100, 300],
      [200, 100, 300, 100, 300, 300],
    ]);
    driven.click(200, 100, { alt: true });
    expect(driven.session.messages).toEqual(['A polygon that shares this point has only three.']);
    expect(driven.session.history.length).toBe(1);
  });

  it('are on their own when the switch is off', () => {
    driven.context.settings.set({ sharedEdges: false });
    select('left');
    driven.drag([
      [200, 100],
      [220, 90],
      [230, 120],
    ]);
    expect(points('right')).toEqual(right.points);
  });

  it('leave a locked neighbour where it is', () => {
    driven.session.edit('Lock', [
      { collection: 'instances', id: 'right', before: right, after: { ...right, locked: true } },
    ]);
    select('left');
    driven.drag([
      [200, 300],
      [220, 300],
      [220, 320],
    ]);
    expect([points('left'), points('right')]).toEqual([[100, 100, 200, 100, 220, 320, 100, 300], right.points]);
  });

  it('are linked and parted by command', () => {
    select('left');
    driven.commands.links.unlink();
    expect(driven.context.sharedEdges.linkedTo(driven.get('left') as never, { ring: 0, index: 1 })).toHaveLength(1);
    select('left', 'right');
    driven.commands.links.link();
    expect(driven.context.sharedEdges.linkedTo(driven.get('left') as never, { ring: 0, index: 1 })).toHaveLength(2);
    expect(driven.session.history.length).toBe(2);
  });

  it('are marked on the selected polygon', () => {
    expect([...driven.context.sharedEdges.marked(driven.get('left') as never)].toSorted()).toEqual(['0 1', '0 2']);
  });
});

describe('reshaping', () => {
  it('should redraw a part of an outline by a Shift+drag from a vertex', () => {
    select('triangle');
    driven.drag(
      [
        [250, 20],
        [280, 40],
        [310, 70],
        [300, 100],
      ],
      { shift: true },
    );
    expect(points('triangle')).toEqual([200, 100, 250, 20, 280, 40, 310, 70, 300, 100]);
    expect(driven.session.history.length).toBe(1);
  });

  it('ends the new part on an edge as well', () => {
    select('line');
    driven.drag(
      [
        [200, 450],
        [230, 380],
        [250, 424],
      ],
      { shift: true },
    );
    expect((points('line') as number[]).slice(0, 6)).toEqual([100, 400, 200, 450, 230, 380]);
    expect((points('line') as number[]).slice(-2)).toEqual([300, 400]);
  });

  it('changes nothing when the new part ends elsewhere, and says so', () => {
    select('line');
    driven.drag(
      [
        [200, 450],
        [230, 500],
        [250, 590],
      ],
      { shift: true },
    );
    expect(points('line')).toEqual(line.points);
    expect(driven.session.messages).toHaveLength(1);
  });

  it('still removes a vertex by Shift+click', () => {
    select('line');
    driven.click(200, 450, { shift: true });
    expect(points('line')).toEqual([100, 400, 300, 400]);
  });

  it('leaves a vertex where it is when it is only clicked', () => {
    select('line');
    driven.drag([
      [203, 452],
      [204, 452],
    ]);
    expect(points('line')).toEqual(line.points);
  });

  it('opens the label of a vertex by a double click', () => {
    select('left');
    driven.tool.send('doubleClick', {
      place: { x: 200, y: 300 },
      screen: { x: 200, y: 300 },
      button: 0,
      shift: false,
      ctrl: false,
      alt: false,
      trail: [],
    });
    expect(driven.context.controller.state.labelling).toEqual({ id: 'left', point: 2 });
  });
});

describe('scaling and turning', () => {
  it('scales many by the frame around them', () => {
    select('left', 'right');
    driven.drag([
      [300, 300],
      [350, 350],
      [500, 400],
    ]);
    expect([points('left'), points('right')]).toEqual([
      [100, 100, 300, 100, 300, 400, 100, 400],
      [300, 100, 500, 100, 500, 400, 300, 400],
    ]);
    expect(driven.session.history.length).toBe(1);
  });

  it('turns a box into a rotated box, in steps of 15° with Shift', () => {
    select('box');
    driven.drag(
      [
        [450, 76],
        [500, 90],
        [530, 150],
      ],
      { shift: true },
    );
    expect(driven.get('box')).toMatchObject({
      type: 'rbbox',
      points: { x1: 500, y1: 100, x2: 500, y2: 200, x3: 400, y3: 200, x4: 400, y4: 100 },
    });
    undoAll();
    expect(driven.get('box')).toBe(box);
  });

  it('turns an ellipse by its handle', () => {
    select('ellipse');
    driven.drag([
      [600, 236],
      [640, 240],
      [680, 300],
    ]);
    expect(driven.get('ellipse')).toMatchObject({ cx: 600, cy: 300, rx: 80, ry: 40, angle: 90 });
  });

  it('scales a polygon by handles that stand off from its vertices', () => {
    select('triangle');
    driven.drag([
      [314, 114],
      [364, 154],
    ]);
    expect(points('triangle')).toEqual([200, 140, 275, 20, 350, 140]);
  });

  it('scales and turns nothing off the picture', () => {
    select('ellipse');
    driven.drag([
      [680, 300],
      [900, 300],
    ]);
    const { cx, rx } = driven.get('ellipse') as unknown as { readonly cx: number; readonly rx: number };
    expect(cx + rx).toBeLessThanOrEqual(800.01);
    expect(cx + rx).toBeGreaterThan(795);
  });

  it('moves by keys no farther than the edge of the picture', () => {
    select('triangle');
    driven.commands.selection.nudge({ x: 0, y: -50 });
    expect(points('triangle')).toEqual([200, 80, 250, 0, 300, 80]);
  });
});
