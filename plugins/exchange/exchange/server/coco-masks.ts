import { Readable } from 'node:stream';
import { Fault } from '#core/base/common/index.ts';
import type { AnnotationClass, ClassInput } from '#plugins/workspace/classes/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { recordsOf, withoutFields } from '#plugins/annotate/annotations/common/index.ts';
import type { ImportedItem } from '../common/coco/read-coco.ts';
import { ringsOf } from '../common/exchange/instance-rings.ts';
import { LabelBook } from '../common/exchange/label-book.ts';
import type { ImageSize, NeutralInstance } from '../common/exchange/neutral-document.ts';
import { pixelDocument } from '../common/exchange/own-document.ts';
import type { OwnDocument } from '../common/exchange/own-document.ts';
import { ringsToMask } from '../common/mask/rings-to-mask.ts';
import type { TransferReport } from '../common/transfer-report.ts';
import type { ImportedDocument } from './imported-file.ts';
import { maskPng } from './mask-png.ts';

const geometryFields = [
  'type',
  'points',
  'exclude',
  'attributes',
  'className',
  'groupId',
  'connections',
  'templateName',
  'pointLabels',
] as const;

/** Values of an instance by the names of their groups; several of one group as a list. */
function valuesOf(instance: JsonRecord): JsonRecord {
  const values = new Map<string, unknown>();
  for (const { groupName, name } of recordsOf(instance['attributes']))
    values.set(String(groupName), values.has(String(groupName)) ? [values.get(String(groupName)), name].flat() : name);
  return Object.fromEntries(values);
}

/** The shapes of a COCO image as masks; polygons of one annotation are one object again. */
function objectsOf(document: JsonRecord, { width, height }: ImageSize): readonly NeutralInstance[] {
  const families = new Map<string, JsonRecord[]>();
  recordsOf(document['instances']).forEach((instance, at) => {
    const key =
      instance['type'] === 'polygon' && typeof instance['groupId'] === 'number'
        ? `group ${instance['groupId']}`
        : String(at);
    families.set(key, [...(families.get(key) ?? []), instance]);
  });
  return [...families.values()].map(([first, ...more]): NeutralInstance => {
    const parts = [first!, ...more].flatMap(each => {
      const rings = ringsOf(each);
      return rings === undefined ? [] : [rings];
    });
    const fields = withoutFields(first!, ...geometryFields);
    return {
      className: String(first!['className'] ?? ''),
      attributes: valuesOf(first!),
      fields,
      geometry:
        parts.length === 0
          ? (first as JsonRecord & { readonly type: string })
          : { type: 'mask', runs: ringsToMask(parts, width, height) },
    };
  });
}

/** Reads COCO items for a pixel project: every annotation becomes a part of the mask. */
export function cocoMasks(
  labels: readonly ClassInput[],
  classes: readonly AnnotationClass[],
  report: TransferReport,
): (item: ImportedItem) => Pick<ImportedDocument, 'read' | 'mask' | 'needsSize'> {
  const book = new LabelBook(classes);
  for (const { name, attribute_groups: groups } of labels)
    book.list({
      name,
      groups: groups.flatMap(group =>
        group.group_type === 'ocr'
          ? []
          : [{ name: group.name, type: group.group_type, values: group.attributes.map(each => each.name) }],
      ),
    });
  return ({ name, folder, document }) => {
    let last: OwnDocument | undefined;
    const metadata = document['metadata'] as { readonly width?: number; readonly height?: number };
    return {
      needsSize: true,
      read(given) {
        const size =
          given ??
          (metadata.width === undefined || metadata.height === undefined
            ? undefined
            : { width: metadata.width, height: metadata.height });
        if (size === undefined)
          return Promise.reject(
            new Fault('IMPORT_UNREADABLE', `${name}: the size of its image is not known`, { status: 422 }),
          );
        last = pixelDocument({ path: name, name, folder, instances: objectsOf(document, size) }, size, book, report);
        return Promise.resolve(last.document);
      },
      mask: async () => Readable.from([await maskPng(last!.mask!)]),
    };
  };
}
