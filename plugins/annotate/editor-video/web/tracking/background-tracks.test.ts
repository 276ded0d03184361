import { describe, expect, it, vi } from 'vitest';
import { emptyDocument, insertInstance } from '#plugins/annotate/annotations/common/index.ts';
import { MemorySession } from '#plugins/annotate/editor/web/kit/index.ts';
import { newInstance } from '#plugins/annotate/editor-vector/common/index.ts';
import { FrameTable } from '../../common/media/frame-table.ts';
import { trackingSpan, withTracked } from '../../common/tracks/tracked-keys.ts';
import type { TrackingSpan } from '../../common/tracks/tracked-keys.ts';
import type { Track } from '../../common/tracks/track.ts';
import { FrameSession } from '../frame-session.ts';
import { TrackCommands } from '../track-commands.ts';
import { BackgroundTracks } from './background-tracks.ts';

const table = FrameTable.regular(10, 2_000_000);
const by = { email: 'ann@example.com', role: 'Annotator' };

function begin(): {
  readonly session: MemorySession;
  readonly commands: TrackCommands;
  readonly background: BackgroundTracks;
  readonly asked: [string, TrackingSpan][];
  readonly said: string[];
  readonly track: () => Track;
  readonly finish: () => Promise<void>;
} {
  const session = new MemorySession({ id: 1, name: 'a.mp4', url: '/a.mp4' }, emptyDocument('a.mp4'), [], by);
  const [asked, said]: [[string, TrackingSpan][], string[]] = [[], []];
  vi.spyOn(session, 'notify').mockImplementation(text => void said.push(text));
  const frames = new FrameSession(session, table);
  const shape = newInstance({ type: 'bbox', points: { x1: 0, y1: 0, x2: 10, y2: 10 } }, undefined, by);
  frames.edit('Draw', [insertInstance(shape)]);
  session.scene.select([shape.id]);
  const commands = new TrackCommands(session, frames);
  const drawn = commands.tracks[0]!;
  const path = Array.from({ length: 20 }, (_, frame) => ({
    frame,
    box: { x: frame * frame, y: 0, width: 10, height: 10 },
    confidence: 0.9,
  }));
  const stored = withTracked(drawn, trackingSpan(drawn, 0, table) as TrackingSpan, path, table);
  const background = new BackgroundTracks({
    session,
    frames,
    server: {
      trackObject: async (id, span) => `job-${asked.push([id, span])}`,
      storedTrack: async () => ({ ...stored, updatedBy: by }),
    },
  });
  const result = { instance_id: drawn.id, until: 19, lost: false, unsure: null, revision: 2 };
  const finish = (): Promise<void> => background.completed('job-1', result);
  return { session, commands, background, asked, said, track: () => commands.tracks[0]!, finish };
}

describe('tracking in the background', () => {
  it('should show what the server wrote as one step that can be undone', async () => {
    const { session, commands, background, asked, said, track, finish } = begin();
    const before = track();
    await background.begin(commands.tracks);
    await background.begin(commands.tracks);
    expect(asked).toMatchObject([[before.id, { from: 0, to: 19, first: { x: 0, width: 10 } }]]);
    expect(said).toEqual(['This object is being tracked in the background.']);
    await finish();
    expect(track().parameters[0]!.timestamps.length).toBeGreaterThan(2);
    expect([background.state.jobs, said.at(-1)]).toEqual([[], 'Tracked to frame 20.']);
    session.undo();
    expect(track()).toEqual(before);
  });

  it('should leave an object alone that was changed meanwhile, and say where the key frames are', async () => {
    const { commands, background, said, track, finish } = begin();
    await background.begin(commands.tracks);
    commands.setEnd();
    const changed = track();
    await finish();
    expect(track()).toBe(changed);
    expect(said).toEqual([
      'The object was tracked, but it was changed here meanwhile. Its key frames are in the saved annotations.',
    ]);
  });

  it('should say why a job failed, and nothing of one that was stopped', async () => {
    const { commands, background, said } = begin();
    await background.begin(commands.tracks);
    background.stopped('job-1', 'This server has no video decoder.');
    await background.begin(commands.tracks);
    background.stopped('job-2', undefined);
    expect(said).toEqual(['Tracking stopped: This server has no video decoder.']);
    expect(background.state.jobs).toEqual([]);
  });
});
