import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';

/** The attributes of a COCO annotation that become groups: a rotation belongs to the shape, a crowd is a flag. */
export function ownAttributes(annotation: JsonRecord): JsonRecord {
  const given = isRecord(annotation['attributes']) ? annotation['attributes'] : {};
  const own = Object.fromEntries(
    Object.entries(given).filter(([name, value]) => name !== 'rotation' || typeof value !== 'number'),
  );
  return annotation['iscrowd'] === 1 ? { ...own, iscrowd: true } : own;
}
