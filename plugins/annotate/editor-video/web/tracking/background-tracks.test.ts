import { describe, expect, it, vi } from 'vitest';
import { emptyDocument, insertInstance, replaceInstance } from '#plugins/annotate/annotations/common/index.ts';
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

function begin({ canSave = true } = {}): {
  readonly session: MemorySession;
  readonly commands: TrackCommands;
  readonly background: BackgroundTracks;
  readonly asked: [string, TrackingSpan][];
  readonly said: string[];
  /** The object at each save and each time that the document catches up. */
  readonly saves: unknown[];
  readonly stored: Track;
  readonly track: () => Track;
  readonly finish: () => Promise<void>;
} {
  const session = new MemorySession({ id: 1, name: 'a.mp4', url: '/a.mp4' }, emptyDocument('a.mp4'), [], by);
  const [asked, said, saves]: [[string, TrackingSpan][], string[], unknown[]] = [[], [], []];
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
  const tracked = withTracked(drawn, trackingSpan(drawn, 0, table) as TrackingSpan, path, table);
  const stored: Track = { ...tracked, updatedBy: by };
  const background = new BackgroundTracks({
    session,
    frames,
    server: {
      trackObject: async (id, span) => `job-${asked.push([id, span])}`,
      runningTracks: async () => ({ jobs: [{ jobId: 'job-1', trackId: drawn.id }], tracker: 'XMem' }),
      storedTrack: async () => stored,
    },
    stored: {
      save: async () => canSave && saves.push(session.scene.get(drawn.id)) > 0,
      catchUp: async () => void saves.push(session.scene.get(drawn.id)),
    },
  });
  const result = { instance_id: drawn.id, until: 19, lost: false, unsure: null, revision: 2 };
  const finish = (): Promise<void> => background.completed('job-1', result);
  return { session, commands, background, asked, said, saves, stored, track: () => commands.tracks[0]!, finish };
}

describe('tracking in the background', () => {
  it('should show what the server wrote as one step that can be undone', async () => {
    const { session, commands, background, asked, said, saves, stored, track, finish } = begin();
    const before = track();
    await background.begin(commands.tracks);
    await background.begin(commands.tracks);
    expect(asked).toMatchObject([[before.id, { from: 0, to: 19, first: { x: 0, width: 10 } }]]);
    expect(said).toEqual(['This object is being tracked in the background.']);
    expect(saves).toEqual([before]);
    await finish();
    expect(track().parameters[0]!.timestamps.length).toBeGreaterThan(2);
    expect(saves).toEqual([before, stored]);
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

  it('should not begin where the object cannot be stored first', async () => {
    const { commands, background, asked, said } = begin({ canSave: false });
    await background.begin(commands.tracks);
    expect([asked, background.state.jobs]).toEqual([[], []]);
    expect(said).toEqual(['The object is not tracked: your work could not be saved first.']);
  });

  it('should go on with a job that was begun before the item was opened', async () => {
    const { session, commands, background, asked, said, track, finish } = begin();
    const before = track();
    await background.resume();
    await background.resume();
    expect(background.state.jobs).toEqual([{ jobId: 'job-1', track: before }]);
    await background.begin(commands.tracks);
    expect([asked, said]).toEqual([[], ['This object is being tracked in the background.']]);
    await finish();
    session.undo();
    expect(track()).toEqual(before);
  });

  it('should make no step of key frames that a save has merged already', async () => {
    const { session, commands, background, said, stored, track, finish } = begin();
    await background.begin(commands.tracks);
    session.edit('Merge', [replaceInstance(track(), stored)]);
    await finish();
    expect(said).toEqual(['Tracked to frame 20.']);
    session.undo();
    expect(track().parameters[0]!.timestamps).toHaveLength(2);
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
