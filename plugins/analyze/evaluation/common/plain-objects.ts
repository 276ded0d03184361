import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord, recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import { ringsOf } from '#plugins/exchange/exchange/common/index.ts';
import type { PlainObject } from './metric/evaluated-object.ts';

/** The objects of a document, and how many were of a kind that is not compared. */
export interface PlainObjects {
  readonly objects: readonly PlainObject[];
  readonly others: number;
}

/** The area of an object that is part of a mask. */
export type MaskShape = Pick<PlainObject, 'rings' | 'area'>;

type Plain = Omit<PlainObject, 'rings'> & { rings?: number[][] };

/** Returns the class of an object; '' for none. */
export type LabelOf = (instance: JsonRecord) => string;

const isCrowd = ({ attributes }: JsonRecord): boolean =>
  recordsOf(attributes).some(
    ({ groupName, name }) => groupName === 'iscrowd' && (String(name) === '1' || String(name) === 'true'),
  );

/** Returns the confidence of an object, 0 to 1; 1 where none is given. */
function scoreOf({ probability }: JsonRecord): number {
  return typeof probability === 'number' && Number.isFinite(probability)
    ? Math.max(0, Math.min(1, probability / 100))
    : 1;
}

/**
 * Returns the smallest and the largest of both ends of a box as left, top, right and bottom; undefined for a broken
 * one.
 */
function boxPoints(points: unknown): readonly number[] | undefined {
  if (!isRecord(points)) return undefined;
  const [x1, y1, x2, y2] = ['x1', 'y1', 'x2', 'y2'].map(key => Number(points[key])) as [number, number, number, number];
  const box = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
  return box.every(Number.isFinite) ? box : undefined;
}

/**
 * Returns the objects of a document that can be compared. Polygons of one class and group are one object in several
 * pieces, as the COCO export writes them.
 *
 * @param maskOf what an object covers that is part of a mask
 */
export function plainObjects(
  instances: readonly JsonRecord[],
  labelOf: LabelOf,
  maskOf: (instance: JsonRecord) => MaskShape | undefined = () => undefined,
): PlainObjects {
  const objects: Plain[] = [];
  const groups = new Map<string, Plain>();
  let others = 0;
  for (const instance of instances) {
    const shared = {
      label: labelOf(instance),
      score: scoreOf(instance),
      ...(isCrowd(instance) ? { crowd: true as const } : {}),
    };
    const { type, groupId } = instance;
    if (type === 'tag') {
      objects.push({ ...shared, type: 'tag', points: [] });
      continue;
    }
    if (type === 'entity') {
      const points = [Number(instance['start']), Number(instance['end'])];
      if (points.every(Number.isFinite)) objects.push({ ...shared, type: 'span', points });
      else others += 1;
      continue;
    }
    const box = type === 'bbox' ? boxPoints(instance['points']) : undefined;
    if (box !== undefined) {
      objects.push({ ...shared, type: 'box', points: box });
      continue;
    }
    const mask = maskOf(instance);
    const rings = mask?.rings ?? (type === 'bbox' ? undefined : ringsOf(instance));
    if (rings === undefined) {
      others += 1;
      continue;
    }
    const copy = rings.map(ring => [...ring]);
    const key =
      type === 'polygon' && typeof groupId === 'number' && groupId !== 0 ? `${groupId} ${shared.label}` : undefined;
    const first = key === undefined ? undefined : groups.get(key);
    if (first !== undefined) {
      first.rings!.push(...copy);
      continue;
    }
    const object: Plain = {
      ...shared,
      type: 'area',
      points: [],
      rings: copy,
      ...(mask?.area === undefined ? {} : { area: mask.area }),
    };
    objects.push(object);
    if (key !== undefined) groups.set(key, object);
  }
  return { objects, others };
}
