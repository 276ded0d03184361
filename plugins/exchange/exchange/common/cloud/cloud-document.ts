import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord, spanOf, withoutFields } from '#plugins/annotate/annotations/common/index.ts';
import { SEGMENT } from '#plugins/annotate/annotations/common/point-labels/index.ts';
import type { CloudKey, CloudSegment } from '#plugins/annotate/editor-point-cloud/common/index.ts';
import { classNameOf } from '../exchange/label-book.ts';
import type { LabelBook } from '../exchange/label-book.ts';
import type { NeutralDocument, NeutralInstance } from '../exchange/neutral-document.ts';
import { dropped } from '../transfer-report.ts';
import type { TransferReport } from '../transfer-report.ts';

/**
 * A document for a point cloud project, in the stored form. Tags and labels of points without a class are left out and
 * counted.
 */
export function cloudDocument(neutral: NeutralDocument, book: LabelBook, report: TransferReport): JsonRecord {
  const { name, source, tags, instances, points } = neutral;
  return {
    metadata: {
      name,
      ...(source === undefined ? {} : { source }),
      ...(points === undefined ? {} : { pointCloud: { points } }),
    },
    instances: instances.flatMap(instance => ownInstance(instance, book, report)),
    tags: tags ?? [],
    comments: [],
  };
}

function ownInstance(
  { className, geometry, attributes, fields, segments }: NeutralInstance,
  book: LabelBook,
  report: TransferReport,
): readonly JsonRecord[] {
  const named = classNameOf(className);
  const { type } = geometry;
  if (named === '' && (type === 'tag' || type === SEGMENT)) {
    report.add(type === 'tag' ? 'tag instance' : 'segment', {
      one: 'without a class was dropped',
      many: 'without a class were dropped',
    });
    return [];
  }
  const shared = {
    ...(named === '' ? { classId: -1 } : { className: named }),
    attributes: book.values(className, attributes ?? {}, report),
    ...fields,
  };
  if (segments === undefined) return [{ ...geometry, ...shared }];
  if (segments.length === 0) return (report.add(type, dropped), []);
  const parameters = segments.map(segment => ({
    ...segment,
    timestamps: segment.timestamps.map(key => ({
      ...withoutFields(key as JsonRecord, 'raw'),
      attributes: book.values(className, isRecord(key['raw']) ? key['raw'] : {}, report),
    })),
  }));
  return [{ type, ...shared, ...spanOf(parameters), parameters }];
}

/** An object as a scan of a sequence shows it. */
export interface SeenInScan {
  /** Number of the scan. */
  readonly frame: number;
  /** Microseconds. */
  readonly timestamp: number;
  readonly geometry: JsonRecord;
  /** Raw foreign values. */
  readonly attributes: JsonRecord;
}

/**
 * The stretches of a track: scans without a gap go together, each is a key frame. Of two in one scan the first counts.
 */
export function stretchesOf(seen: readonly SeenInScan[]): readonly CloudSegment[] {
  const ordered = seen.toSorted((one, other) => one.frame - other.frame);
  const stretches: { last: number; keys: CloudKey[] }[] = [];
  for (const { frame, timestamp, geometry, attributes } of ordered) {
    const open = stretches.at(-1);
    if (open?.last === frame) continue;
    const key = { timestamp, ...geometry, raw: attributes };
    if (open === undefined || frame > open.last + 1) stretches.push({ last: frame, keys: [key] });
    else {
      open.last = frame;
      open.keys.push(key);
    }
  }
  return stretches.map(({ keys }) => ({ start: keys[0]!.timestamp, end: keys.at(-1)!.timestamp, timestamps: keys }));
}
