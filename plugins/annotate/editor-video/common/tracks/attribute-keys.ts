import { between, isHold } from './interpolate.ts';
import type { Segment, TrackKey } from './track.ts';
import { contentOf, shapeFields } from './track.ts';

/** True for a key frame that sets attributes only. The first one of a segment gives it a shape in any case. */
export const setsAttributesOnly = ({ timestamps }: Segment, place: number): boolean =>
  place > 0 && timestamps[place]?.attributesOnly === true;

/**
 * The segment with the current shapes of its attribute key frames: each lies on the way between the key
 * frames around it that give a shape. Other readers of the document need to know nothing of them.
 */
export function withCurrentShapes(type: string, segment: Segment): Segment {
  const keys = segment.timestamps;
  if (keys.every(key => key.attributesOnly !== true)) return segment;
  let [before, after] = [0, 0];
  const timestamps = keys.map((key, at): TrackKey => {
    if (isHold(segment, at)) return { ...key, ...shapeOf(type, keys[before]!) };
    if (!setsAttributesOnly(segment, at)) {
      before = at;
      if (key.attributesOnly !== true) return key;
      const { attributesOnly: _, ...shaped } = key;
      return shaped;
    }
    if (after <= at) after = nextShape(segment, at);
    const [from, to] = [keys[before]!, keys[after]];
    return { ...key, ...shapeOf(type, to === undefined ? from : between(type, from, to, key.timestamp)) };
  });
  return { ...segment, timestamps };
}

/**
 * Place of the next key frame that gives a shape and does not only repeat; the number of key frames where none does.
 */
function nextShape(segment: Segment, at: number): number {
  let next = at + 1;
  while (next < segment.timestamps.length && (setsAttributesOnly(segment, next) || isHold(segment, next))) next += 1;
  return next;
}

function shapeOf(type: string, key: object): Readonly<Record<string, unknown>> {
  const content = contentOf(key as TrackKey);
  return Object.fromEntries(
    (shapeFields[type] ?? []).filter(field => content[field] !== undefined).map(field => [field, content[field]]),
  );
}
