import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { classNameOf } from '../exchange/label-book.ts';
import type { LabelBook } from '../exchange/label-book.ts';
import type { NeutralDocument } from '../exchange/neutral-document.ts';
import type { TransferReport } from '../transfer-report.ts';

const kinds = {
  entity: { type: 1, noun: 'span' },
  tag: { type: 2, noun: 'tag instance' },
  relationship: { type: 3, noun: 'relationship' },
} as const;

/**
 * A document for a text project. Positions count in the text of the item, or in that which a `reading` describes. What has a class of another kind, and relationships without their ends, are left out
 * and counted.
 */
export function textDocument(
  { name, source, tags, freeText, instances }: NeutralDocument,
  book: LabelBook,
  report: TransferReport,
  reading?: object,
): JsonRecord {
  const kept = new Set<unknown>();
  const own = instances.flatMap(({ className, geometry, attributes, fields }): JsonRecord[] => {
    const kind = kinds[geometry.type as keyof typeof kinds];
    if (kind === undefined)
      return (
        report.add('shape', { one: 'was dropped, since texts have none', many: 'were dropped, since texts have none' }),
        []
      );
    const named = classNameOf(className);
    const { id, from, to } = geometry as JsonRecord;
    if (named === '' ? geometry.type === 'tag' : book.typeOf(named) !== kind.type) {
      report.add(kind.noun, {
        one: `was dropped: ${named} is a class of another kind`,
        many: `were dropped: ${named} is a class of another kind`,
      });
      return [];
    }
    if (geometry.type === 'relationship') {
      if (from === to)
        return (
          report.add('relationship', {
            one: 'was dropped, since it leads to its own span',
            many: 'were dropped, since they lead to their own spans',
          }),
          []
        );
      if (!kept.has(from) || !kept.has(to))
        return (
          report.add('relationship', { one: 'was dropped with its span', many: 'were dropped with their spans' }), []
        );
    }
    if (geometry.type === 'entity') kept.add(id);
    return [
      {
        ...geometry,
        ...(named === '' ? { classId: -1 } : { className: named }),
        attributes: book.values(className, attributes ?? {}, report),
        ...fields,
      },
    ];
  });
  return {
    metadata: {
      name,
      ...(source === undefined ? {} : { source }),
      ...(reading === undefined ? {} : { reading, contentLength: (reading as { readonly length?: number }).length }),
    },
    instances: own,
    tags: tags ?? [],
    freeText: freeText ?? '',
    comments: [],
  };
}
