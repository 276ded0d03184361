import type { Segment } from '#plugins/annotate/editor-video/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord, spanOf, withoutFields } from '#plugins/annotate/annotations/common/index.ts';
import { classNameOf } from '../exchange/label-book.ts';
import type { LabelBook } from '../exchange/label-book.ts';
import type { NeutralDocument, NeutralInstance } from '../exchange/neutral-document.ts';
import { dropped } from '../transfer-report.ts';
import type { TransferReport } from '../transfer-report.ts';

/** A document for a video project, in the export form. Tags without a class are left out and counted. */
export function videoDocument(neutral: NeutralDocument, book: LabelBook, report: TransferReport): JsonRecord {
  const { name, width, height, source, tags, instances } = neutral;
  return {
    metadata: {
      name,
      ...(width === undefined || height === undefined ? {} : { width, height }),
      ...(source === undefined ? {} : { source }),
    },
    instances: instances.flatMap(instance => ownInstance(instance, book, report)),
    tags: tags ?? [],
  };
}

function ownInstance(
  { className, geometry, attributes, fields, segments }: NeutralInstance,
  book: LabelBook,
  report: TransferReport,
): readonly JsonRecord[] {
  const named = classNameOf(className);
  const owner = named === '' ? { classId: -1 } : { className: named };
  if (geometry.type === 'tag') {
    if (named !== '')
      return [
        { meta: { type: 'tag', ...owner, attributes: book.values(className, attributes ?? {}, report), ...fields } },
      ];
    report.add('tag instance', { one: 'without a class was dropped', many: 'without a class were dropped' });
    return [];
  }
  if (segments === undefined || segments.length === 0) return (report.add(geometry.type, dropped), []);
  const parameters = (segments as readonly Segment[]).map(segment => withAttributes(segment, className, book, report));
  return [{ meta: { type: geometry.type, ...owner, ...spanOf(parameters), pointLabels: {}, ...fields }, parameters }];
}

/** The segment with the raw values of its key frames as attributes of the class. */
function withAttributes(segment: Segment, className: string, book: LabelBook, report: TransferReport): JsonRecord {
  return {
    ...segment,
    timestamps: segment.timestamps.map(key => ({
      ...withoutFields(key, 'raw'),
      attributes: book.values(className, isRecord(key['raw']) ? key['raw'] : {}, report),
    })),
  };
}
