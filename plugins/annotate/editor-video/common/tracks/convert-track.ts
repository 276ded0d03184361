import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { Track, TrackKey } from './track.ts';

/**
 * A track as another kind of shape, as far as all its key frames can be written as one: a box that was turned is a
 * rotated box. The same track otherwise.
 */
export function convertTrack(track: Track, type: string): Track {
  if (track.type === type || track.type !== 'bbox' || type !== 'rbbox') return track;
  return {
    ...track,
    type,
    parameters: track.parameters.map(segment => ({ ...segment, timestamps: segment.timestamps.map(rotated) })),
  };
}

function rotated(key: TrackKey): TrackKey {
  const { points } = key;
  if (!isRecord(points)) return key;
  const { x1, y1, x2, y2 } = points as Readonly<Record<'x1' | 'y1' | 'x2' | 'y2', number>>;
  return { ...key, points: { x1, y1, x2, y2: y1, x3: x2, y3: y2, x4: x1, y4: y2 } };
}
