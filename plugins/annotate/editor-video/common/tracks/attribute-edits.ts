import type { AttributeValue } from '#plugins/annotate/annotations/common/index.ts';
import { sameJson } from '#plugins/annotate/annotations/common/index.ts';
import type { FrameTable } from '../media/frame-table.ts';
import { sampleAt } from './interpolate.ts';
import { setAttributeKey } from './track-edits.ts';
import type { Track, TrackKey } from './track.ts';

type Values = readonly AttributeValue[];

const groupOf = (value: AttributeValue): number | string =>
  typeof value.groupId === 'number' && value.groupId > 0 ? value.groupId : (value.groupName ?? '');
const inGroup = (values: Values, group: number | string): Values => values.filter(value => groupOf(value) === group);

/**
 * Sets the attributes of a track from a frame on. Later key frames take a group's new value over as long as they have
 * the
 * one it had here, so that a value holds until a person changed it.
 */
export function setAttributes(track: Track, frame: number, attributes: Values, table: FrameTable): Track {
  const sample = sampleAt(track, frame, table);
  if (sample === undefined) return track;
  const before = sample.content.attributes ?? [];
  const groups = [...new Set([...before, ...attributes].map(groupOf))].filter(
    group => !sameJson(inGroup(before, group), inGroup(attributes, group)),
  );
  if (groups.length === 0) return track;
  const keyed = setAttributeKey(track, frame, attributes, table);
  const following = new Set(groups);
  const carried = (key: TrackKey): TrackKey => {
    const own = key.attributes ?? [];
    for (const group of following) if (!sameJson(inGroup(own, group), inGroup(before, group))) following.delete(group);
    if (following.size === 0) return key;
    return {
      ...key,
      attributes: [
        ...own.filter(value => !following.has(groupOf(value))),
        ...attributes.filter(value => following.has(groupOf(value))),
      ],
    };
  };
  const from = table.timeOf(frame);
  const later = (key: TrackKey): boolean =>
    key.timestamp > from && table.frameOf(key.timestamp) > frame && key.hold !== true;
  const parameters = keyed.parameters.map(segment => {
    const timestamps = segment.timestamps.map(key => (later(key) ? carried(key) : key));
    const [last, held] = [timestamps.at(-2), timestamps.at(-1)];
    return {
      ...segment,
      timestamps:
        held?.hold === true && last !== undefined
          ? [...timestamps.slice(0, -1), { ...held, attributes: last.attributes ?? [] }]
          : timestamps,
    };
  });
  return { ...keyed, parameters };
}

/** Gives every key frame of a track the same attributes, as after a change of its class. */
export function setAllAttributes(track: Track, attributes: Values): Track {
  return {
    ...track,
    parameters: track.parameters.map(segment => ({
      ...segment,
      timestamps: segment.timestamps.map(key => ({ ...key, attributes })),
    })),
  };
}
