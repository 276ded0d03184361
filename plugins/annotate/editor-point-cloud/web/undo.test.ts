import { describe, expect, it } from 'vitest';
import { allAtOnce } from '#core/base/common/index.ts';
import type { AnnotationDocument } from '#plugins/annotate/annotations/common/index.ts';
import { emptyDocument } from '#plugins/annotate/annotations/common/index.ts';
import { MemorySession, SessionContext } from '#plugins/annotate/editor/web/kit/index.ts';
import { encodeNode } from '#plugins/annotate/point-clouds/common/index.ts';
import type { CloudView } from '#plugins/annotate/point-clouds/common/index.ts';
import { seedsOf } from '#tests/support/run-plan.ts';
import { seededNumbers } from '#tests/support/seeded-numbers.ts';
import { cloudChecks } from '../common/checks.ts';
import { moved, resized, turned } from '../common/geometry/box-edits.ts';
import { CloudCommands } from './cloud-commands.ts';
import { CloudData } from './cloud-data.ts';
import type { CloudSession } from './cloud-session.ts';
import { PointLabels } from './labels/point-labels.ts';
import { ShownObjects } from './shown-objects.ts';

const classes = (['Car', 'Tree'] as const).map((name, at) => ({
  id: at + 1,
  project_id: 1,
  name,
  color: '#112233',
  type: 1 as const,
  order: at,
  count: 0,
  createdAt: '',
  updatedAt: '',
  attribute_groups: [],
}));
const tag = { ...classes[0]!, id: 9, name: 'Tunnel', type: 2 as const };

const positions = Float32Array.from({ length: 600 }, (_, at) => ((at * 7) % 100) / 10);
const payload = encodeNode({ positions, indices: Uint32Array.from({ length: 200 }, (_, at) => at) }, []);

/** A cloud of so many frames, as the server describes it. */
const cloudOf = (frames: number): CloudView => ({
  id: 1,
  state: 'ready',
  job_id: null,
  error: null,
  points: 200 * frames,
  unit: 'm',
  axes: '',
  fields: [],
  channels: [],
  images: [],
  frames: Array.from({ length: frames }, (_, index) => ({
    index,
    timestamp: index * 100_000,
    file: `${index}.pcd`,
    points: 200,
    offset: [0, 0, 0],
    min: [0, 0, 0],
    max: [10, 10, 10],
    pose: null,
    intensity: null,
    nodes: [{ name: 'r', points: 200, spacing: 1, min: [0, 0, 0], max: [10, 10, 10] }],
  })) as unknown as CloudView['frames'],
});

async function opened(
  frames: number,
): Promise<{
  session: MemorySession;
  commands: CloudCommands;
  labels: PointLabels;
  data: CloudData;
  shown: ShownObjects;
}> {
  const session = new MemorySession({ id: 1, name: 'scan', url: '' }, emptyDocument('scan'), [...classes, tag]);
  const api = { getCloudNode: () => Promise.resolve(new Response(payload.slice())) };
  let loaded: () => void;
  const item = { project_id: 1, item_id: 1 };
  const data = new CloudData({ api, item } as unknown as CloudSession, () => loaded());
  data.open(cloudOf(frames));
  await new Promise<void>(resolve => {
    loaded = resolve;
    data.store!.want([{ frame: 0, node: data.now!.nodes[0]! }]);
  });
  const shown = new ShownObjects(session);
  const context = new SessionContext(session);
  const labels = new PointLabels(context, data);
  return { session, data, shown, labels, commands: new CloudCommands(context, shown, data) };
}

/** One act of a person. */
function act(
  { session, commands, labels, data, shown }: Awaited<ReturnType<typeof opened>>,
  next: (most: number) => number,
): void {
  const { scene } = session;
  if (scene.instances.length > 0 && next(2) === 0) scene.select([scene.instances[next(scene.instances.length)]!.id]);
  const { box } = commands;
  switch (next(14)) {
    case 0:
    case 1:
      session.setActiveClass(1 + next(2));
      return commands.add({
        type: 'cuboid',
        position: { x: next(10), y: next(10), z: 1 },
        size: { x: 4, y: 2, z: 2 },
        rotation: { x: 0, y: 0, z: next(7) },
      });
    case 2:
      return commands.add({ type: 'polyline', points: [0, 0, 0, next(9), 1, 1] });
    case 3:
      return box === undefined ? undefined : commands.setBox('', moved(box, { x: next(9) / 10, y: 0, z: 0 }));
    case 4:
      return box === undefined ? undefined : commands.setBox('', turned(box, 'z', next(60) / 10));
    case 5:
      return box === undefined
        ? undefined
        : commands.setBox('', resized(box, { x: 1, y: 0, z: 1 }, { x: next(9) - 4, y: 0, z: 0.1 }));
    case 6:
      return box === undefined ? commands.flip() : commands.setBox('', commands.shrink(box));
    case 7:
      return commands.delete();
    case 8:
      return next(2) === 0 ? commands.toggleLock() : commands.toggleHide();
    case 9:
      return commands.classify(classes[next(2)]!);
    case 10:
      return next(2) === 0 ? commands.toggleTag(tag) : commands.duplicate();
    case 11: {
      const start = next(180);
      const numbers = Uint32Array.from({ length: 1 + next(20) }, (_, at) => start + at);
      return labels.label(numbers, (['add', 'new', 'remove'] as const)[next(3)]!);
    }
    case 12:
      data.frame = next(data.frames.length);
      shown.time = data.time;
      return;
    default:
      return [
        () => commands.keep(),
        () => commands.forget(),
        () => commands.extend(),
        () => commands.sizeEverywhere(),
        () => commands.cut(next(2) === 0 ? 'start' : 'end'),
      ][next(5)]!();
  }
}

describe('edits of point clouds', () => {
  it.each([1, 5])(
    'should give the same document undone and redone, for any sequence of edits on %i frames',
    async frames => {
      for (const seed of seedsOf(`undo of clouds ${frames}`, 400)) {
        const all = await opened(frames);
        const { session } = all;
        const next = seededNumbers(seed);
        const states: AnnotationDocument[] = [session.scene.document];
        for (let step = 0; step < 25; step += 1) {
          const before = session.scene.document;
          act(all, next);
          if (session.scene.document !== before) states.push(session.scene.document);
        }
        const errors = allAtOnce(cloudChecks(session.scene.document, { form: 'internal' })).filter(
          each => each.severity === 'error',
        );
        expect(errors, `seed ${seed}`).toEqual([]);
        for (const state of states.slice(0, -1).toReversed()) {
          expect(session.undo(), `seed ${seed}`).toBe(true);
          expect(session.scene.document.instances, `seed ${seed}`).toEqual(state.instances);
          expect(session.scene.document.metadata, `seed ${seed}`).toEqual(state.metadata);
        }
        expect(session.undo()).toBe(false);
        for (const state of states.slice(1)) {
          session.redo();
          expect(session.scene.document.instances, `seed ${seed}`).toEqual(state.instances);
        }
      }
    },
  );

  it.each([1, 5])('should change nothing of a read-only item on %i frames', async frames => {
    const all = await opened(frames);
    const next = seededNumbers(seedsOf(`read-only clouds ${frames}`, 1)[0]!);
    for (let step = 0; step < 30; step += 1) act(all, next);
    const before = all.session.scene.document;
    all.session.setReadOnly(true);
    for (let step = 0; step < 200; step += 1) act(all, next);
    expect(all.session.scene.document).toBe(before);
  });

  it('should count the points of a box, and fit it to them', async () => {
    const { commands, session } = await opened(1);
    commands.add({
      type: 'cuboid',
      position: { x: 5, y: 5, z: 5 },
      size: { x: 12, y: 12, z: 12 },
      rotation: { x: 0, y: 0, z: 0 },
    });
    expect(session.scene.instances[0]).toMatchObject({ className: 'Car', pointCount: 200 });
    commands.setBox('', commands.shrink(commands.box!));
    expect(commands.box!.size.x).toBeLessThan(10);
    expect(commands.countIn(commands.box!)).toBeGreaterThan(150);
  });

  it('should leave what is locked, and say so', async () => {
    const { commands, session } = await opened(1);
    commands.add({ type: 'point', x: 1, y: 1, z: 1 });
    commands.toggleLock();
    commands.delete();
    expect(session.scene.instances).toHaveLength(1);
    expect(session.messages).toEqual(['Locked objects stay as they are.']);
  });

  it('should give each point to one segment, of the class or of a new object, and leave locked ones', async () => {
    const { labels, session } = await opened(2);
    const label = (from: number, count: number, aim: 'add' | 'new' | 'remove'): void =>
      labels.label(
        Uint32Array.from({ length: count }, (_, at) => from + at),
        aim,
      );
    const shown = (): unknown => labels.segments.map(each => [each.className, each['instanceId'], each['points']]);
    session.setActiveClass(1);
    label(10, 10, 'add');
    session.scene.select([]);
    label(30, 5, 'add');
    label(15, 3, 'new');
    expect(shown()).toEqual([
      ['Car', 0, [10, 5, 18, 2, 30, 5]],
      ['Car', 1, [15, 3]],
    ]);
    expect(session.scene.document.metadata['pointCloud']).toEqual({ points: 400 });
    // The new object is selected: further points are added to it.
    label(32, 2, 'add');
    expect(shown()).toEqual([
      ['Car', 0, [10, 5, 18, 2, 30, 2, 34, 1]],
      ['Car', 1, [15, 3, 32, 2]],
    ]);
    const [first] = labels.segments;
    session.edit('', [{ collection: 'instances', id: first!.id, before: first!, after: { ...first!, locked: true } }]);
    label(0, 200, 'remove');
    expect(shown()).toEqual([['Car', 0, [10, 5, 18, 2, 30, 2, 34, 1]]]);
    expect([...labels.owners().owners].filter(each => each === 1)).toHaveLength(10);
    expect(labels.figures).toEqual({ labelled: 10, all: 400 });
  });

  it('should number the points of later scans after those of the scans before', async () => {
    const { labels, session, data } = await opened(2);
    session.setActiveClass(1);
    data.frame = 1;
    labels.label(Uint32Array.of(0, 1), 'add');
    expect(labels.segments[0]!['points']).toEqual([200, 2]);
    data.frame = 0;
    expect(labels.owners().owners.some(each => each > 0)).toBe(false);
  });
});
