import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { Author } from '#plugins/annotate/annotations/common/index.ts';
import { newId } from '#plugins/annotate/annotations/common/index.ts';
import type { FrameTable } from '../media/frame-table.ts';
import { isHold } from './interpolate.ts';
import { closed, endTime } from './segment-edits.ts';
import { setAllAttributes } from './attribute-edits.ts';
import type { Segment, Track } from './track.ts';

/** Fields that belong to one object of one item. */
const ownFields: ReadonlySet<string> = new Set(['id', 'trackingId', 'groupId', 'locked', 'error', 'source']);

/** Target of copies of tracks. */
export interface CopyTarget {
  readonly table: FrameTable;
  readonly classes: readonly AnnotationClass[];
  readonly by: Author;
}

/**
 * Copies of tracks for another item, at the same times: cut at its end, on its frames, each with an id of its own. A
 * class is found by its name; without it the copy has none, and no attributes.
 */
export function copiedTracks(
  tracks: readonly Track[],
  { table, classes, by }: CopyTarget,
  now: Date = new Date(),
): readonly Track[] {
  const at = now.toISOString();
  return tracks.flatMap((track): readonly Track[] => {
    const parameters = track.parameters.flatMap(segment => fitted(segment, table) ?? []);
    if (parameters.length === 0) return [];
    const owner = classes.find(each => each.name === track['className']);
    const facts = Object.fromEntries(
      Object.entries(track).filter(([field]) => !ownFields.has(field) && field !== 'className'),
    );
    const copy = {
      ...facts,
      id: newId(),
      classId: owner?.id ?? -1,
      ...(owner === undefined ? {} : { className: owner.name }),
      parameters,
      createdAt: at,
      createdBy: by,
      updatedAt: at,
      updatedBy: by,
    } as unknown as Track;
    return [owner?.id === track.classId ? copy : setAllAttributes(copy, [])];
  });
}

/** The part of a segment that lies within the frames of an item; undefined when it begins after their end. */
function fitted(segment: Segment, table: FrameTable): Segment | undefined {
  if (segment.start > table.timeOf(table.last)) return undefined;
  const [first, last] = [table.frameOf(segment.start), table.frameOf(Math.min(segment.end, table.duration))];
  const end = endTime(first, last, table);
  const frames = new Set<number>();
  const timestamps = segment.timestamps.flatMap((key, at) => {
    const frame = table.frameOf(key.timestamp);
    if (isHold(segment, at) || key.timestamp > table.duration || frames.has(frame)) return [];
    frames.add(frame);
    return [{ ...key, timestamp: frame === last && frame > first ? end : table.timeOf(frame) }];
  });
  return timestamps.length === 0
    ? undefined
    : closed({ ...segment, start: table.timeOf(first), end, timestamps }, table);
}
