import type { Instance, Patch } from '#plugins/annotate/annotations/common/index.ts';
import { sameJson } from '#plugins/annotate/annotations/common/index.ts';
import type { FrameTable } from './media/frame-table.ts';
import { setAllAttributes, setAttributes } from './tracks/attribute-edits.ts';
import { sampleAt } from './tracks/interpolate.ts';
import { heldSegment } from './tracks/segment-edits.ts';
import { setKey } from './tracks/track-edits.ts';
import { convertTrack } from './tracks/convert-track.ts';
import type { KeyContent, Track } from './tracks/track.ts';
import { isTrack, shapeFields } from './tracks/track.ts';

/** Place of an edit in a video. */
export interface FramePlace {
  readonly frame: number;
  readonly table: FrameTable;
  /** The objects of the document as they are. */
  readonly get: (id: string) => Instance | undefined;
}

/**
 * Fields of a track that belong to the object at all times, not to a moment; those of a shape on a frame are its own.
 */
const momentary: ReadonlySet<string> = new Set([
  ...Object.values(shapeFields).flat(),
  'attributes',
  'parameters',
  'occluded',
  'start',
  'end',
]);

/** A track as the shape it is on a frame; undefined where it is not visible. */
export function shapeOnFrame(track: Track, frame: number, table: FrameTable): Instance | undefined {
  const sample = sampleAt(track, frame, table);
  return sample === undefined ? undefined : shapeWith(track, sample.content);
}

/** Returns a track as the shape it is where its content is this. */
export function shapeWith(track: Track, content: KeyContent): Instance {
  const { parameters: _, start: _start, end: _end, ...facts } = track;
  return { ...facts, ...content, attributes: content.attributes ?? [] } as Instance;
}

/**
 * Edits of shapes on a frame as edits of their tracks: what was changed becomes a key frame there, and what was drawn a
 * track from there on.
 */
export function onTracks(patches: readonly Patch[], place: FramePlace): readonly Patch[] {
  return patches.map(patch => (patch.collection === 'instances' ? onTrack(patch, place) : patch));
}

function onTrack(patch: Patch, place: FramePlace): Patch {
  const { before, after } = patch as { readonly before?: Instance; readonly after?: Instance };
  if (after === undefined) return before === undefined ? patch : { ...patch, before: place.get(patch.id) ?? before };
  const track = place.get(patch.id);
  if (before === undefined || track === undefined)
    return isTrack(after) || after.type === 'tag' ? patch : { ...patch, after: trackFrom(after, place) };
  if (!isTrack(track)) return patch;
  return { ...patch, before: track, after: changedTrack(track, before, after, place) };
}

/** A track that shows a shape from the frame on until the end of the video. */
export function trackFrom(shape: Instance, { frame, table }: Pick<FramePlace, 'frame' | 'table'>): Track {
  const { probability: _probability, ...facts } = Object.fromEntries(
    Object.entries(shape).filter(([field]) => !momentary.has(field)),
  );
  return {
    ...(facts as unknown as Instance),
    attributes: [],
    parameters: [heldSegment({ ...geometryOf(shape), attributes: shape.attributes }, frame, table.last, table)],
  };
}

function geometryOf(shape: Instance): KeyContent {
  // Holes that are none are not written.
  const fields = (shapeFields[shape.type] ?? []).filter(
    field => shape[field] !== undefined && !(field === 'exclude' && sameJson(shape[field], [])),
  );
  return Object.fromEntries(fields.map(field => [field, shape[field]]));
}

function changedTrack(track: Track, before: Instance, after: Instance, { frame, table }: FramePlace): Track {
  // Edits of tracks that know they are tracks say all but attributes, which belong to moments: a class gives them to
  // all key frames.
  if (isTrack(after))
    return after.classId === before.classId
      ? { ...after, attributes: track.attributes }
      : { ...setAllAttributes(after, after.attributes), attributes: [] };
  const facts = Object.fromEntries(Object.entries(after).filter(([field]) => !momentary.has(field)));
  let changed: Track = convertTrack({ ...track, ...facts, type: track.type }, after.type);
  const sample = sampleAt(changed, frame, table);
  if (sample === undefined) return changed;
  const geometry = geometryOf(after);
  if (!sameJson(geometry, geometryOf(before)))
    changed = setKey(changed, frame, { ...withoutGeometry(sample.content, after.type), ...geometry }, table);
  if (after.classId !== track.classId) return setAllAttributes(changed, after.attributes);
  return sameJson(after.attributes, before.attributes)
    ? changed
    : setAttributes(changed, frame, after.attributes, table);
}

const withoutGeometry = (content: KeyContent, type: string): KeyContent =>
  Object.fromEntries(Object.entries(content).filter(([field]) => shapeFields[type]?.includes(field) !== true));
