import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { emptyDocument, sameJson } from '#plugins/annotate/annotations/common/index.ts';
import { encloses, isEmptyRectangle, outlineBounds } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { runsOf } from '#tests/support/run-plan.ts';
import { checkVectorDocument } from '../../common/checks.ts';
import { shapeOutline } from '../../common/shape-outline.ts';
import { vectorTools } from '../vector-tools.ts';
import type { HeldKeys } from './driven-tool.ts';
import { DrivenTool } from './driven-tool.ts';

const time = '2026-01-01T00:00:00.000Z';
const classes: readonly AnnotationClass[] = ['Car', 'Road'].map((name, index) => ({
  id: index + 1,
  project_id: 1,
  name,
  color: '#E4542B',
  type: 1,
  order: index,
  count: 0,
  createdAt: time,
  updatedAt: time,
  attribute_groups: [],
}));
const shared = { classId: 1, className: 'Car', attributes: [], visible: true };
const start: readonly Instance[] = [
  {
    ...shared,
    id: 'left',
    type: 'polygon',
    points: [100, 100, 200, 100, 200, 200, 100, 200],
    exclude: [[120, 120, 180, 120, 150, 160]],
    pointLabels: { 1: 'corner' },
  },
  { ...shared, id: 'right', type: 'polygon', points: [200, 100, 300, 100, 300, 200, 200, 200], exclude: [] },
  { ...shared, id: 'below', type: 'polygon', points: [100, 200, 200, 200, 300, 200, 200, 300], exclude: [] },
  { ...shared, id: 'box', type: 'bbox', points: { x1: 400, y1: 100, x2: 500, y2: 160 } },
  {
    ...shared,
    id: 'rotated',
    type: 'rbbox',
    points: { x1: 450, y1: 250, x2: 500, y2: 300, x3: 450, y3: 350, x4: 400, y4: 300 },
  },
  { ...shared, id: 'ellipse', type: 'ellipse', cx: 600, cy: 300, rx: 80, ry: 40, angle: 30 },
  {
    ...shared,
    id: 'cuboid',
    type: 'cuboid',
    points: { f1: { x: 600, y: 100 }, f2: { x: 680, y: 160 }, r1: { x: 620, y: 80 }, r2: { x: 700, y: 140 } },
  },
  { ...shared, id: 'line', type: 'polyline', points: [100, 450, 200, 500, 300, 450] },
  {
    ...shared,
    id: 'figure',
    type: 'template',
    points: [
      { id: 1, x: 500, y: 450 },
      { id: 2, x: 520, y: 500 },
    ],
    connections: [{ id: 1, from: 1, to: 2 }],
    templateId: -1,
  },
  { ...shared, id: 'dot', type: 'point', x: 700, y: 500 },
];

type Spot = readonly [x: number, y: number];
interface Step {
  readonly act: number;
  readonly tool: number;
  readonly spots: readonly Spot[];
  readonly picks: readonly number[];
  readonly keys: HeldKeys;
}

// Handles and vertices are hit by chance too seldom: half of the places are near ones that matter.
const near = fc
  .tuple(
    fc.constantFrom<Spot>(
      [100, 100],
      [200, 100],
      [200, 200],
      [150, 100],
      [200, 150],
      [400, 100],
      [500, 130],
      [450, 76],
      [500, 300],
      [600, 300],
      [680, 160],
      [200, 500],
      [520, 500],
      [300, 180],
      [150, 180],
      [86, 86],
      [700, 500],
    ),
    fc.integer({ min: -3, max: 3 }),
    fc.integer({ min: -3, max: 3 }),
  )
  .map(([[x, y], dx, dy]): Spot => [x + dx, y + dy]);
const anywhere = fc.tuple(fc.integer({ min: -50, max: 850 }), fc.integer({ min: -50, max: 650 }));
const step: fc.Arbitrary<Step> = fc.record({
  act: fc.nat(27),
  tool: fc.nat(vectorTools.length - 1),
  spots: fc.array(fc.oneof(near, anywhere), { minLength: 2, maxLength: 5 }),
  picks: fc.array(fc.nat(30), { maxLength: 3 }),
  keys: fc.record({ shift: fc.boolean(), ctrl: fc.boolean(), alt: fc.boolean() }, { requiredKeys: [] }),
});

/** One thing a person does: mostly gestures of any tool, else a command on some selection. */
function perform(driven: DrivenTool, { act, tool, spots, picks, keys }: Step): void {
  const { commands, session } = driven;
  const select = (): void =>
    session.scene.select(
      picks.flatMap(pick => driven.instances[pick % Math.max(driven.instances.length, 1)]?.id ?? []),
    );
  const startSelecting = (): void => driven.use(vectorTools[0]!.begin);
  switch (act) {
    case 0:
    case 1:
    case 2:
    case 3:
      driven.use(vectorTools[tool]!.begin);
      if (tool === 3) driven.context.controller.setPolygonMode((['shape', 'hole', 'part'] as const)[picks.length % 3]!);
      for (const spot of spots) driven.click(...spot, keys);
      driven.press(picks.length === 1 ? 'n' : 'enter');
      return;
    case 4:
    case 5:
      driven.use(vectorTools[tool]!.begin);
      driven.drag(spots, keys);
      if (picks.length === 2) driven.tool.cancel();
      return;
    case 6:
    case 7:
    case 8:
    case 9:
    case 10:
      startSelecting();
      select();
      driven.drag(spots, keys);
      return;
    case 11:
      startSelecting();
      select();
      return driven.click(...spots[0]!, keys);
    case 12:
      select();
      return commands.selection.nudge({ x: spots[0]![0] - 400, y: spots[0]![1] - 300 });
    case 13:
      select();
      return commands.selection.delete(false);
    case 14:
      select();
      return commands.selection.group();
    case 15:
      select();
      return picks.length > 1 ? commands.links.link() : commands.selection.ungroup();
    case 16:
      select();
      return commands.links.unlink();
    case 17:
      select();
      return picks.length > 1 ? commands.selection.duplicate() : commands.selection.classify(1);
    case 18:
      select();
      return picks.length > 1 ? commands.arrange.reorder('front') : commands.selection.toggleLock();
    case 19:
    case 20:
      select();
      return commands.areas.combine((['join', 'subtract', 'cut-out', 'intersect'] as const)[tool % 4]!);
    case 21:
      select();
      driven.use(vectorTools.find(({ id }) => id === 'slice')!.begin);
      for (const spot of spots) driven.click(...spot);
      return void driven.press('enter');
    case 22:
      select();
      driven.context.settings.set({ simplifyBy: 1 + (tool % 20) });
      driven.use(vectorTools.find(({ id }) => id === 'simplify')!.begin);
      if (picks.length < 3) driven.press('enter');
      return startSelecting();
    case 23:
      select();
      return commands.arrange.align((['left', 'right', 'top', 'bottom', 'centre', 'middle'] as const)[tool % 6]!);
    case 24:
      select();
      return picks.length > 2
        ? commands.arrange.distribute(tool % 2 === 0 ? 'x' : 'y')
        : commands.arrange.reorder((['forward', 'backward', 'back'] as const)[tool % 3]!);
    case 25:
      select();
      commands.selection.selectClasses();
      return picks.length > 1 ? commands.selection.toggleHide() : commands.selection.ungroup();
    case 26:
      select();
      commands.selection.copy();
      return commands.selection.paste(picks.length > 1);
    default:
      return void (picks.length > 1 ? session.redo() : session.undo());
  }
}

function begin(): DrivenTool {
  return new DrivenTool({ ...emptyDocument('a.jpg'), instances: start }, classes, undefined, [
    {
      id: 1,
      name: 'Figure',
      points: [
        { x: 0, y: 0 },
        { x: 5, y: 9 },
      ],
      connections: [[0, 1]],
      labels: ['head'],
    },
  ]);
}

function isOnImage(instance: Instance): boolean {
  const bounds = outlineBounds(shapeOutline(instance));
  return isEmptyRectangle(bounds) || encloses({ minX: -0.02, minY: -0.02, maxX: 800.02, maxY: 600.02 }, bounds);
}

describe('any sequence of edits', () => {
  it(
    'undone fully and redone fully gives the same document, well-formed and on the picture',
    { timeout: 240_000 },
    async () => {
      let edited = 0;
      fc.assert(
        fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), steps => {
          const driven = begin();
          const { session } = driven;
          for (const one of steps) perform(driven, one);
          driven.tool.stop();
          expect(session.scene.drafts.size).toBe(0);
          while (session.redo()) {
            // What was undone on the way comes back first.
          }
          const made = session.scene.document;
          if (session.history.length > 0) edited += 1;
          const outside = made.instances.filter(instance => !isOnImage(instance));
          expect(outside).toEqual([]);
          while (session.undo()) {
            // Back to the beginning.
          }
          expect(sameJson(session.scene.document.instances, start)).toBe(true);
          while (session.redo()) {
            // Forward to the end.
          }
          expect(sameJson(session.scene.document, made)).toBe(true);
        }),
        { numRuns: runsOf(10_000) },
      );
      // The property would hold of editors that do nothing.
      expect(edited).toBeGreaterThan(0.8 * runsOf(10_000));
    },
  );

  it('leaves a document that the checks accept', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), steps => {
        const driven = begin();
        for (const one of steps) perform(driven, one);
        driven.tool.stop();
        const errors = checkVectorDocument(driven.session.scene.document, { form: 'internal' }).filter(
          issue => issue.severity === 'error',
        );
        expect(errors).toEqual([]);
      }),
      { numRuns: runsOf(1_000) },
    );
  });
});
