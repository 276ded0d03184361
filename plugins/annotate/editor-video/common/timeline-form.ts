import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord, recordsOf, sameJson, withoutFields } from '#plugins/annotate/annotations/common/index.ts';
import { MICRO } from './media/frame-table.ts';

/** True for a document in the internal form: flat instances with a `timeline`, times in seconds. */
export const isTimelineForm = (document: JsonRecord): boolean =>
  recordsOf(document['instances']).some(each => isRecord(each['timeline']));

const microseconds = (seconds: number): number => Math.round(seconds * MICRO);
const seconds = (time: number): string => (time === 0 ? '0' : (time / MICRO).toFixed(6));

/** Turns a document of the internal form into the export form: segments, integer microseconds, complete attributes. */
export function fromTimelineForm(document: JsonRecord): JsonRecord {
  return {
    ...document,
    metadata: scaled(document['metadata'], value => microseconds(value)),
    instances: recordsOf(document['instances']).map(exported),
  };
}

/**
 * Turns a document of the export form into the internal form: one timeline each, seconds, differences of attributes.
 */
export function toTimelineForm(document: JsonRecord): JsonRecord {
  return {
    ...document,
    metadata: scaled(document['metadata'], value => value / MICRO),
    instances: recordsOf(document['instances']).map(internal),
  };
}

function scaled(metadata: unknown, scale: (duration: number) => number): unknown {
  return isRecord(metadata) && typeof metadata['duration'] === 'number'
    ? { ...metadata, duration: scale(metadata['duration']) }
    : metadata;
}

function exported(instance: JsonRecord): JsonRecord {
  const { timeline } = instance;
  if (!isRecord(timeline)) return isRecord(instance['meta']) ? instance : { meta: instance };
  const moments = Object.entries(timeline).flatMap(([key, value]) =>
    isRecord(value) && key.trim() !== '' && Number.isFinite(Number(key))
      ? [{ timestamp: microseconds(Number(key)), value }]
      : [],
  );
  const segments: { start: number; end: number; timestamps: JsonRecord[] }[] = [];
  let attributes: readonly unknown[] = [];
  let open = false;
  for (const { timestamp, value } of moments.toSorted((one, other) => one.timestamp - other.timestamp)) {
    const { active, attributes: difference, ...content } = value;
    attributes = changed(attributes, difference);
    if (!open && active === false) continue;
    if (!open) segments.push({ start: timestamp, end: timestamp, timestamps: [] });
    const segment = segments.at(-1)!;
    segment.timestamps.push({ timestamp, ...content, ...(instance['type'] === 'comment' ? {} : { attributes }) });
    segment.end = timestamp;
    open = active !== false;
  }
  const span = segments.length === 0 ? {} : { start: segments[0]!.start, end: segments.at(-1)!.end };
  return { meta: { ...withoutFields(instance, 'timeline'), ...span }, parameters: segments };
}

const attributeKey = (value: unknown): string =>
  isRecord(value) ? JSON.stringify([value['groupId'], value['id'] ?? value['name'] ?? null]) : JSON.stringify(value);

function changed(before: readonly unknown[], difference: unknown): readonly unknown[] {
  if (!isRecord(difference)) return before;
  const gone = new Set((Array.isArray(difference['-']) ? difference['-'] : []).map(attributeKey));
  const added = Array.isArray(difference['+']) ? (difference['+'] as readonly unknown[]) : [];
  return [...before.filter(value => !gone.has(attributeKey(value))), ...added];
}

function internal(instance: JsonRecord): JsonRecord {
  const { meta, parameters } = instance;
  if (!isRecord(meta)) return instance;
  if (!Array.isArray(parameters)) return meta;
  const timeline: Record<string, JsonRecord> = {};
  let attributes: readonly unknown[] = [];
  for (const segment of recordsOf(parameters)) {
    const keys = recordsOf(segment['timestamps']);
    for (const [at, key] of keys.entries()) {
      const { timestamp, attributes: complete, ...content } = key;
      const next = Array.isArray(complete) ? (complete as readonly unknown[]) : attributes;
      timeline[seconds(Number(timestamp))] = {
        active: at < keys.length - 1,
        ...content,
        ...difference(attributes, next),
      };
      attributes = next;
    }
  }
  return { ...withoutFields(meta, 'start', 'end'), timeline };
}

function difference(before: readonly unknown[], after: readonly unknown[]): JsonRecord {
  const missing = (values: readonly unknown[], others: readonly unknown[]): readonly unknown[] =>
    values.filter(value => !others.some(other => sameJson(value, other)));
  const [removed, added] = [missing(before, after), missing(after, before)];
  if (removed.length === 0 && added.length === 0) return {};
  return {
    attributes: { ...(removed.length === 0 ? {} : { '-': removed }), ...(added.length === 0 ? {} : { '+': added }) },
  };
}
