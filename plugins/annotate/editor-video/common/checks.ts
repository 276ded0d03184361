import { stepping } from '#core/base/common/index.ts';
import type { Steps } from '#core/base/common/index.ts';
import type { ClassIndex, DocumentIssue, JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import {
  checkAttributes,
  classOf,
  documentChecks,
  errorAt,
  exportedTimeline,
  isRecord,
  recordsOf,
  sameJson,
  timelineSchema,
  valueText,
  warningAt,
  withoutFields,
} from '#plugins/annotate/annotations/common/index.ts';
import { keyErrors, keyWarnings } from './key-checks.ts';
import { fromTimelineForm, isTimelineForm } from './timeline-form.ts';

/** Facts for the checks beyond the document. */
export interface VideoCheckOptions {
  /** `export` for files and uploads, `internal` for what the editor saves. */
  readonly form: 'export' | 'internal';
  /** The classes of the project; without them nothing is said about attributes and class types. */
  readonly classes?: ClassIndex | undefined;
  /** Size of the video in pixels. */
  readonly media?: { readonly width: number; readonly height: number } | undefined;
  /** Microseconds; without it the duration of the document counts. */
  readonly duration?: number | undefined;
  /** Microseconds; how far a time may lie beyond the end, and how long a segment is at least. */
  readonly frame?: number | undefined;
}

/** Microseconds of a frame where nothing is known of the video. */
const anyFrame = 100_000;

const wantedClass: Readonly<Record<string, { readonly type: number; readonly name: string }>> = {
  tag: { type: 2, name: 'a tag' },
};
const objectClass = { type: 1, name: 'an object' };

/** Checks a document of a video: errors refuse it, warnings are reported. */
export function* videoChecks(document: unknown, options: VideoCheckOptions): Steps<readonly DocumentIssue[]> {
  const exported = !isRecord(document)
    ? document
    : options.form === 'internal'
      ? exportedTimeline(document)
      : isTimelineForm(document)
        ? fromTimelineForm(document)
        : document;
  const idsOnly = options.form === 'internal' || exported !== document;
  const formal = yield* documentChecks(timelineSchema, idsOnly ? named(exported) : exported);
  if (!isRecord(exported)) return formal;
  const metadata = isRecord(exported['metadata']) ? exported['metadata'] : {};
  const statedDuration = typeof metadata['duration'] === 'number' ? metadata['duration'] : undefined;
  const limits = {
    duration: options.duration ?? statedDuration,
    frame: options.frame ?? anyFrame,
    media: options.media,
  };
  const broken = new Set(formal.map(issue => /^instances\[\d+\]/.exec(issue.path)?.[0]));
  const instances: readonly unknown[] = Array.isArray(exported['instances']) ? exported['instances'] : [];
  const found: DocumentIssue[] = [];
  yield* stepping(instances, (instance, at) => {
    const path = `instances[${at}]`;
    if (!isRecord(instance) || !isRecord(instance['meta']) || broken.has(path)) return;
    found.push(
      ...instanceIssues(instance, instance['meta'], path, limits),
      ...classIssues(instance, instance['meta'], path, options),
    );
  });
  return [...formal, ...found];
}

/** Names are filled in from ids when the document is handed out: the editor's need none. */
function named(document: unknown): unknown {
  if (!isRecord(document)) return document;
  const attributes = (values: unknown): unknown =>
    Array.isArray(values)
      ? values.map((value: unknown) => (isRecord(value) ? { groupName: '', name: '', ...withoutNull(value) } : value))
      : values;
  const keys = (list: unknown): unknown =>
    Array.isArray(list)
      ? list.map((key: unknown) => (isRecord(key) ? { ...key, attributes: attributes(key['attributes']) } : key))
      : list;
  return {
    ...document,
    instances: recordsOf(document['instances']).map(instance => ({
      ...instance,
      ...(isRecord(instance['meta'])
        ? {
            meta: {
              ...(instance['meta']['type'] === 'tag' ? { className: '-' } : {}),
              ...instance['meta'],
              attributes: attributes(instance['meta']['attributes']),
            },
          }
        : {}),
      ...(Array.isArray(instance['parameters'])
        ? {
            parameters: instance['parameters'].map((segment: unknown) =>
              isRecord(segment) ? { ...segment, timestamps: keys(segment['timestamps']) } : segment,
            ),
          }
        : {}),
    })),
  };
}

const withoutNull = (value: JsonRecord): JsonRecord =>
  withoutFields(value, ...Object.keys(value).filter(key => value[key] === null));

interface Limits {
  readonly duration: number | undefined;
  readonly frame: number;
  readonly media: { readonly width: number; readonly height: number } | undefined;
}

function instanceIssues(
  instance: JsonRecord,
  meta: JsonRecord,
  path: string,
  limits: Limits,
): readonly DocumentIssue[] {
  if (meta['type'] === 'tag') return [];
  const segments = recordsOf(instance['parameters']);
  const [start, end] = [meta['start'] as number, meta['end'] as number];
  // A comment about the video as such has no area.
  const none =
    segments.length > 0
      ? []
      : meta['type'] === 'comment'
        ? [warningAt(`${path}.parameters`, '[] is too short')]
        : [errorAt(`${path}.parameters`, '[] is too short')];
  return [
    ...none,
    ...(start > end ? [errorAt(`${path}.meta`, `end ${end} is before start ${start}`)] : []),
    ...[start, end].flatMap(time => beyond(time, `${path}.meta`, limits)),
    ...segments.flatMap((segment, at) =>
      segmentIssues(segment, { meta, path: `${path}.parameters[${at}]`, before: segments[at - 1], limits }),
    ),
  ];
}

interface SegmentPlace {
  readonly meta: JsonRecord;
  readonly path: string;
  readonly before: JsonRecord | undefined;
  readonly limits: Limits;
}

function segmentIssues(segment: JsonRecord, { meta, path, before, limits }: SegmentPlace): readonly DocumentIssue[] {
  const [start, end] = [segment['start'] as number, segment['end'] as number];
  const keys = recordsOf(segment['timestamps']);
  const issues: DocumentIssue[] = [];
  if (start > end) issues.push(errorAt(path, `end ${end} is before start ${start}`));
  issues.push(...beyond(start, `${path}.start`, limits), ...beyond(end, `${path}.end`, limits));
  if (before !== undefined && start < (before['end'] as number))
    issues.push(errorAt(path, 'segment overlaps the previous one'));
  if (keys.length < 2) issues.push(errorAt(`${path}.timestamps`, `${valueText(keys)} is too short`));
  if (start < (meta['start'] as number) || end > (meta['end'] as number))
    issues.push(
      warningAt(path, `segment ${start}..${end} is outside ${String(meta['start'])}..${String(meta['end'])}`),
    );
  if (start <= end && end - start < limits.frame / 2)
    issues.push(warningAt(path, 'the segment is shorter than one frame'));
  for (const [at, key] of keys.entries())
    issues.push(
      ...keyIssues(key, keys[at - 1], {
        type: String(meta['type']),
        start,
        end,
        path: `${path}.timestamps[${at}]`,
        limits,
      }),
    );
  const [first, last] = [keys[0], keys.at(-1)];
  if (first !== undefined && first['timestamp'] !== start)
    issues.push(warningAt(`${path}.timestamps`, `the first key frame is not at the start ${start}`));
  if (last !== undefined && last['timestamp'] !== end)
    issues.push(warningAt(`${path}.timestamps`, `the last key frame is not at the end ${end}`));
  return issues;
}

function keyIssues(
  key: JsonRecord,
  before: JsonRecord | undefined,
  place: {
    readonly type: string;
    readonly start: number;
    readonly end: number;
    readonly path: string;
    readonly limits: Limits;
  },
): readonly DocumentIssue[] {
  const { type, start, end, path, limits } = place;
  const time = key['timestamp'] as number;
  const issues: DocumentIssue[] = [...beyond(time, `${path}.timestamp`, limits)];
  if (before !== undefined) {
    const earlier = before['timestamp'] as number;
    if (time < earlier || (time === earlier && !sameJson(withoutFields(key, 'hold'), withoutFields(before, 'hold'))))
      issues.push(errorAt(`${path}.timestamp`, `timestamp ${time} is not after ${earlier}`));
  }
  if (time < start || time > end)
    issues.push(warningAt(`${path}.timestamp`, `timestamp ${time} is outside ${start}..${end}`));
  const errors = keyErrors(type, key, path);
  return [
    ...issues,
    ...errors,
    ...(errors.length === 0 ? keyWarnings(type, key, before, { path, media: limits.media }) : []),
  ];
}

function beyond(time: number, path: string, { duration, frame }: Limits): readonly DocumentIssue[] {
  return duration !== undefined && time > duration + frame
    ? [errorAt(path, `${time} is greater than the maximum of ${duration}`)]
    : [];
}

function classIssues(
  instance: JsonRecord,
  meta: JsonRecord,
  path: string,
  { classes }: VideoCheckOptions,
): readonly DocumentIssue[] {
  if (meta['type'] === 'comment') return [];
  const owner = classes && classOf(meta, classes);
  if (!owner) return [];
  const wanted = wantedClass[String(meta['type'])] ?? objectClass;
  if (owner.entry.type !== wanted.type)
    return [errorAt(`${path}.meta.className`, `'${owner.entry.name}' is not ${wanted.name} class`)];
  if (meta['type'] === 'tag') return checkAttributes(meta, `${path}.meta`, owner, false);
  return recordsOf(instance['parameters']).flatMap((segment, at) =>
    recordsOf(segment['timestamps']).flatMap((key, index) =>
      checkAttributes(key, `${path}.parameters[${at}].timestamps[${index}]`, owner, false).filter(
        issue => issue.severity === 'error',
      ),
    ),
  );
}
