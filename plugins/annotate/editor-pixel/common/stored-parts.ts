import type { Author, JsonRecord, MaskFacts } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord, newId, withoutFields } from '#plugins/annotate/annotations/common/index.ts';
import { parsePartColor, partColorText } from '#plugins/annotate/annotations/common/raster/index.ts';

/**
 * A checked pixel document as it is stored: colours in lower case, no parts without a pixel and no instances without a
 * part, and an unclassified instance for each colour of the mask that nobody lists.
 *
 * @param mask the mask the document names; undefined when it names none
 * @param by who stores it, in what is added
 */
export function storedParts(
  document: JsonRecord,
  mask: MaskFacts | undefined,
  by: Author,
  now: Date = new Date(),
): JsonRecord {
  if (!Array.isArray(document['instances'])) return document;
  const pixels = new Map(mask?.colors ?? []);
  const listed = new Set<number>();
  const instances = document['instances'].flatMap((instance: unknown) => {
    if (!isRecord(instance) || instance['type'] === 'tag') return [instance];
    const untyped = instance['type'] === '' ? withoutFields(instance, 'type') : instance;
    const parts = (Array.isArray(instance['parts']) ? instance['parts'] : []).flatMap((part: unknown) => {
      const color = isRecord(part) ? parsePartColor(part['color']) : undefined;
      if (color === undefined || !pixels.has(color)) return [];
      listed.add(color);
      return [{ ...(part as JsonRecord), color: partColorText(color) }];
    });
    return parts.length === 0 ? [] : [{ ...untyped, parts }];
  });
  const at = now.toISOString();
  const orphans = [...pixels.keys()]
    .filter(color => !listed.has(color))
    .map((color): JsonRecord => ({
      id: newId(),
      classId: -1,
      probability: 100,
      attributes: [],
      visible: true,
      locked: false,
      error: null,
      parts: [{ color: partColorText(color) }],
      creationType: 'Preannotation',
      createdAt: at,
      createdBy: by,
      updatedAt: at,
      updatedBy: by,
    }));
  return { ...document, instances: [...instances, ...orphans] };
}
