import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyDocument, insertInstance } from '#plugins/annotate/annotations/common/index.ts';
import { MemorySession } from '#plugins/annotate/editor/web/kit/index.ts';
import { newInstance } from '#plugins/annotate/editor-vector/common/index.ts';
import { FrameTable } from '../../common/media/frame-table.ts';
import type { MediaFacts } from '../../common/media/probe-media.ts';
import type { Track } from '../../common/tracks/track.ts';
import { FrameSession } from '../frame-session.ts';
import { TrackCommands } from '../track-commands.ts';
import type { TrackReply, TrackRequest } from './track-messages.ts';
import { TrackingRun } from './tracking-run.ts';

const table = FrameTable.regular(10, 2_000_000);
const by = { email: 'ann@example.com', role: 'Annotator' };
const facts: MediaFacts = {
  kind: 'video',
  codec: 'vp8',
  width: 100,
  height: 100,
  rotation: 0,
  duration: 2_000_000,
  starts: [...table.starts],
  hasAudio: false,
};

/** A worker that a test answers for. */
class FakeWorker {
  readonly asked: TrackRequest[] = [];
  ended = false;
  onmessage: ((event: { readonly data: TrackReply }) => void) | null = null;
  postMessage(request: TrackRequest): void {
    this.asked.push(request);
  }
  terminate(): void {
    this.ended = true;
  }
  reply(data: TrackReply): void {
    this.onmessage?.({ data });
  }
}

function begin(isDecodable = true): {
  readonly session: MemorySession;
  readonly commands: TrackCommands;
  readonly run: TrackingRun;
  readonly worker: FakeWorker;
  readonly said: string[];
  readonly track: () => Track;
} {
  const session = new MemorySession({ id: 1, name: 'a.mp4', url: '/a.mp4' }, emptyDocument('a.mp4'), [], by);
  const said: string[] = [];
  vi.spyOn(session, 'notify').mockImplementation(text => void said.push(text));
  const frames = new FrameSession(session, table);
  const worker = new FakeWorker();
  const run = new TrackingRun({
    session,
    frames,
    file: () => (isDecodable ? { url: '/a.mp4', facts } : undefined),
    start: () => worker as unknown as Worker,
  });
  const shape = newInstance({ type: 'bbox', points: { x1: 0, y1: 0, x2: 10, y2: 10 } }, undefined, by);
  frames.edit('Draw', [insertInstance(shape)]);
  session.scene.select([shape.id]);
  const commands = new TrackCommands(session, frames);
  return { session, commands, run, worker, said, track: () => commands.tracks[0]! };
}

const path = (frames: number): Extract<TrackReply, { kind: 'tracked' }>['path'] =>
  Array.from({ length: frames }, (_, frame) => ({
    frame,
    box: { x: frame * 2, y: 0, width: 10, height: 10 },
    confidence: frame < 8 ? 0.9 : 0.2,
  }));

describe('tracking of an object', () => {
  beforeEach(() => vi.stubGlobal('location', { href: 'https://loupe.test/item' }));
  afterEach(() => vi.unstubAllGlobals());

  it('should write the path as one history entry, say what to check, and be undone', () => {
    const { session, commands, run, worker, said, track } = begin();
    const before = track();
    run.track(commands.tracks);
    expect(worker.asked).toMatchObject([
      { url: 'https://loupe.test/a.mp4', from: 0, to: 19, first: { x: 0, width: 10 }, last: undefined },
    ]);
    worker.reply({ kind: 'progress', done: 5, total: 20 });
    expect(run.state.now).toMatchObject({ phase: 'running', share: 0.25 });
    worker.reply({ kind: 'tracked', path: path(20) });
    expect([run.state.now.phase, worker.ended]).toEqual(['idle', true]);
    expect(said).toEqual(['Tracked to frame 20. Check it from frame 9, where the tracker is unsure.']);
    expect(track().parameters[0]!.timestamps.length).toBeGreaterThan(2);
    expect(commands.nextUnsure()).toBe(8);
    session.undo();
    expect(track()).toEqual(before);
  });

  it('should change nothing when it is canceled, fails, or the object was changed meanwhile', () => {
    const { session, commands, run, worker, said, track } = begin();
    const before = track();
    run.track(commands.tracks);
    run.cancel();
    worker.reply({ kind: 'tracked', path: path(20) });
    expect(track()).toBe(before);
    run.track(commands.tracks);
    worker.reply({ kind: 'failed', message: 'the network is gone' });
    expect([run.state.now.phase, said.at(-1)]).toEqual(['idle', 'Tracking stopped: the network is gone']);
    run.track(commands.tracks);
    commands.setEnd();
    const changed = track();
    worker.reply({ kind: 'tracked', path: path(20) });
    expect(track()).toBe(changed);
    expect(said.at(-1)).toMatch('Track it again');
    expect(session.scene.instances).toHaveLength(1);
  });

  it('should say where the object was lost', () => {
    const { commands, run, worker, said } = begin();
    run.track(commands.tracks);
    worker.reply({ kind: 'tracked', path: path(9) });
    expect(said).toEqual(['Tracked to frame 9, where the object was lost. Correct it there and track again.']);
  });

  it('should say why it does not begin', () => {
    const { commands, run, worker, said } = begin(false);
    run.track([]);
    run.track(commands.tracks);
    expect(said).toEqual([
      'Select one object to track.',
      'This browser cannot decode the video, so objects cannot be tracked.',
    ]);
    expect(worker.asked).toEqual([]);
  });
});
