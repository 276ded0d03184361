import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { allAtOnce } from '#core/base/common/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import {
  emptyDocument,
  giveClass,
  insertInstance,
  replaceInstance,
  sameJson,
} from '#plugins/annotate/annotations/common/index.ts';
import { MemorySession } from '#plugins/annotate/editor/web/kit/index.ts';
import { newInstance } from '#plugins/annotate/editor-vector/common/index.ts';
import { runsOf } from '#tests/support/run-plan.ts';
import { videoChecks } from '../common/checks.ts';
import { FrameTable } from '../common/media/frame-table.ts';
import { storedVideo } from '../common/stored-video.ts';
import { isTrack } from '../common/tracks/track.ts';
import type { Track } from '../common/tracks/track.ts';
import { MarkedRange } from './frame-range.ts';
import { FrameSession } from './frame-session.ts';
import { threadFrames, threadPlaceOn } from './frame-threads.ts';
import { MarkedKeys } from './marked-keys.ts';
import { TrackCommands } from './track-commands.ts';

const time = '2026-01-01T00:00:00.000Z';
const radio = (id: number, name: string): AnnotationClass['attribute_groups'][number] =>
  ({
    id,
    name,
    group_type: 'radio',
    isRequired: false,
    default_value: null,
    attributes: [
      { id: id * 10, name: 'Slow' },
      { id: id * 10 + 1, name: 'Fast' },
    ],
  }) as unknown as AnnotationClass['attribute_groups'][number];
const classes: readonly AnnotationClass[] = ['Car', 'Person'].map((name, index) => ({
  id: index + 1,
  project_id: 1,
  name,
  color: '#E4542B',
  type: 1,
  order: index,
  count: 0,
  createdAt: time,
  updatedAt: time,
  attribute_groups: [radio(index + 1, 'Speed')],
}));
const table = FrameTable.regular(10, 2_000_000);
const by = { email: 'ann@example.com', role: 'Annotator' };
const box = (x: number): Instance =>
  newInstance({ type: 'bbox', points: { x1: x, y1: 0, x2: x + 10, y2: 10 } }, classes[0], by);

function begin(): {
  readonly session: MemorySession;
  readonly frames: FrameSession;
  readonly commands: TrackCommands;
  readonly keyFrames: MarkedKeys;
  readonly shape: (at?: number) => Instance | undefined;
} {
  const session = new MemorySession({ id: 1, name: 'a.mp4', url: '' }, emptyDocument('a.mp4'), classes, by);
  const frames = new FrameSession(session, table);
  return {
    session,
    frames,
    commands: new TrackCommands(session, frames),
    keyFrames: new MarkedKeys(session, frames),
    shape: (at = 0) => frames.scene.instances[at],
  };
}

const moved = (instance: Instance, x: number): Instance => ({
  ...instance,
  points: { x1: x, y1: 0, x2: x + 10, y2: 10 },
});
const tracks = (session: MemorySession): readonly Track[] => session.scene.instances.filter(isTrack);

describe('shapes on the frames of a video', () => {
  it('should make a track of what is drawn, and a key frame of what is changed elsewhere', () => {
    const { session, frames, shape } = begin();
    frames.setFrame(4);
    frames.edit('Draw box', [insertInstance(box(0))]);
    frames.setFrame(14);
    frames.edit('Move', [replaceInstance(shape()!, moved(shape()!, 100))]);
    frames.setFrame(9);
    expect((shape()!['points'] as { x1: number }).x1).toBe(50);
    expect(tracks(session)[0]!.parameters[0]!.timestamps.map(each => each.timestamp)).toEqual([
      400_001, 1_400_001, 1_900_001,
    ]);
    frames.setFrame(3);
    expect(shape()).toBeUndefined();
  });

  it('should share the selection with the document, and keep what is not visible selected', () => {
    const { session, frames, shape } = begin();
    frames.setFrame(4);
    frames.edit('Draw box', [insertInstance(box(0))]);
    const { id } = shape()!;
    frames.scene.select([id]);
    expect([...session.scene.selection]).toEqual([id]);
    frames.setFrame(0);
    expect([...frames.scene.selection]).toEqual([]);
    expect([...session.scene.selection]).toEqual([id]);
    frames.setFrame(5);
    expect([...frames.scene.selection]).toEqual([id]);
  });

  it('should keep a shape that looks the same the same object, so that it is not drawn again', () => {
    const { frames, shape } = begin();
    frames.edit('Draw box', [insertInstance(box(0))]);
    const before = shape();
    frames.setFrame(7);
    expect(shape()).toBe(before);
  });

  it('should make edits of a form edits at the frame, and give a class to all of a track', () => {
    const { session, frames, shape } = begin();
    frames.edit('Draw box', [insertInstance(box(0))]);
    frames.setFrame(10);
    const fast = [{ id: 11, groupId: 1, name: 'Fast', groupName: 'Speed' }];
    session.edit('Set Speed', frames.translated([replaceInstance(shape()!, { ...shape()!, attributes: fast })]));
    expect(shape()!.attributes).toEqual(fast);
    frames.setFrame(9);
    expect(shape()!.attributes).toEqual([]);
    session.edit('Change class', frames.translated(giveClass(session.scene.instances, classes[1]!, by)));
    frames.setFrame(12);
    expect([shape()!.className, shape()!.attributes]).toEqual(['Person', []]);
    expect(tracks(session)[0]!.attributes).toEqual([]);
  });

  it('should turn all key frames of a box into rotated ones when it is turned', () => {
    const { session, frames, shape } = begin();
    frames.edit('Draw box', [insertInstance(box(0))]);
    frames.setFrame(10);
    frames.edit('Turn', [
      replaceInstance(shape()!, {
        ...shape()!,
        type: 'rbbox',
        points: { x1: 5, y1: -5, x2: 15, y2: 5, x3: 5, y3: 15, x4: -5, y4: 5 },
      }),
    ]);
    const [track] = tracks(session);
    expect([track!.type, track!.parameters[0]!.timestamps[0]!['points']]).toEqual([
      'rbbox',
      { x1: 0, y1: 0, x2: 10, y2: 0, x3: 10, y3: 10, x4: 0, y4: 10 },
    ]);
  });
});

type Op = readonly [kind: number, frame: number, value: number];
const op: fc.Arbitrary<Op> = fc.tuple(fc.nat(15), fc.nat(table.last), fc.nat(60));

/** Drags, copies or deletes every other key frame of all tracks. */
function moveMarked(keyFrames: MarkedKeys, session: MemorySession, value: number): void {
  keyFrames.mark(
    tracks(session).map(({ id }) => [id, Array.from({ length: 10 }, (_, at) => at * 2 + (value % 2))] as const),
  );
  if (value % 3 === 0) return keyFrames.move((value % 11) - 5);
  return value % 3 === 1 ? keyFrames.copy(value % 7) : keyFrames.remove();
}

function perform({ session, frames, commands, keyFrames }: ReturnType<typeof begin>, [kind, frame, value]: Op): void {
  frames.setFrame(frame);
  const shapes = frames.scene.instances;
  const shape = shapes[value % Math.max(shapes.length, 1)];
  if (shape !== undefined) session.scene.select([shape.id]);
  switch (kind) {
    case 0:
    case 1:
      return frames.edit('Draw', [insertInstance(box(value))]);
    case 2:
    case 3:
    case 4:
      return shape === undefined ? undefined : frames.edit('Move', [replaceInstance(shape, moved(shape, value))]);
    case 5:
      return commands.toggleKey();
    case 6:
      return commands.toggleOutside();
    case 7:
      return commands.toggleOccluded();
    case 8:
      return commands.setStart();
    case 9:
      return commands.setEnd();
    case 10:
      return commands.split();
    case 11:
      session.scene.select(session.scene.instances.map(each => each.id));
      return commands.merge();
    case 12:
      return commands.deleteFromHere();
    case 13:
      return commands.propagate();
    case 14:
      return moveMarked(keyFrames, session, value);
    default:
      return void (value % 2 === 0 ? session.undo() : session.redo());
  }
}

describe('any sequence of edits', () => {
  it(
    'should give the same document when it is undone and redone fully, one that the checks accept',
    { timeout: 240_000 },
    () => {
      let edited = 0;
      fc.assert(
        fc.property(fc.array(op, { minLength: 1, maxLength: 12 }), ops => {
          const started = begin();
          const { session } = started;
          for (const each of ops) perform(started, each);
          while (session.redo()) {
            // What was undone on the way comes back first.
          }
          const made = session.scene.document;
          if (session.history.length > 0) edited += 1;
          const stored = storedVideo(made, { duration: table.duration });
          expect(
            allAtOnce(videoChecks(stored, { form: 'internal' })).filter(each => each.severity === 'error'),
          ).toEqual([]);
          while (session.undo()) {
            // Back to the beginning.
          }
          expect(session.scene.instances).toEqual([]);
          while (session.redo()) {
            // Forward to the end.
          }
          expect(sameJson(session.scene.document, made)).toBe(true);
        }),
        { numRuns: runsOf(10_000) },
      );
      expect(edited).toBeGreaterThan(0.3 * runsOf(10_000));
    },
  );

  it('should paste tracks at the same times into a shorter item, by the names of classes', () => {
    const storage = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => void storage.set(key, value),
    });
    const source = begin();
    source.frames.edit('Draw', [insertInstance(box(10))]);
    source.frames.setFrame(15);
    source.frames.edit('Move', [replaceInstance(source.shape()!, moved(source.shape()!, 60))]);
    source.session.scene.select([source.shape()!.id]);
    source.commands.copyTracks();
    const target = begin();
    target.frames.setFrame(0, FrameTable.regular(5, 1_000_000));
    target.commands.pasteTracks();
    const [copy, ...others] = tracks(target.session);
    expect(others).toEqual([]);
    expect(copy).toMatchObject({ classId: 1, className: 'Car', type: 'bbox' });
    expect(copy!.id).not.toBe(tracks(source.session)[0]!.id);
    expect(copy!.parameters.map(({ start, end }) => [start, end])).toEqual([[0, 800_001]]);
    expect(target.session.scene.selection).toEqual(new Set([copy!.id]));
    target.session.undo();
    expect(tracks(target.session)).toEqual([]);
    vi.unstubAllGlobals();
  });

  it('should group tracks under a number that no other object has, on any frame', () => {
    const { session, frames, commands, shape } = begin();
    frames.edit('Draw', [insertInstance({ ...box(0), groupId: 4 })]);
    commands.setEnd();
    frames.setFrame(3);
    frames.edit('Draw', [insertInstance(box(10)), insertInstance(box(30))]);
    session.scene.select(frames.scene.instances.slice(-2).map(({ id }) => id));
    commands.setGroup(true);
    expect(tracks(session).map(({ groupId }) => groupId)).toEqual([4, 5, 5]);
    commands.setGroup(false);
    expect(tracks(session).map(({ groupId }) => groupId ?? 0)).toEqual([4, 0, 0]);
    expect(shape()).toBeDefined();
  });

  it('should repeat a state to the end of the marked range, and comment on the range', () => {
    const { session, frames } = begin();
    const marked = new MarkedRange();
    const commands = new TrackCommands(session, frames, () => marked.range);
    frames.edit('Draw', [insertInstance(box(10))]);
    session.scene.select([tracks(session)[0]!.id]);
    marked.end(14);
    marked.begin(2);
    frames.setFrame(2);
    commands.propagate();
    expect(tracks(session)[0]!.parameters[0]!.timestamps.map(each => table.frameOf(each.timestamp))).toContain(14);
    const place = threadPlaceOn({ x: 1, y: 2 }, frames, marked.range);
    expect(place).toEqual({ x: 1, y: 2, start: table.timeOf(2), end: table.timeOf(14) });
    expect(threadFrames(place, frames)).toBe('Frames 3 to 15');
    frames.setFrame(16);
    expect(threadFrames(threadPlaceOn({ x: 1, y: 2 }, frames, marked.range), frames)).toBe('Frame 17');
    marked.begin(18);
    expect(marked.range).toEqual({ from: 18, to: 18 });
  });
});
