import { allAtOnce, stepping } from '#core/base/common/index.ts';
import type { Steps } from '#core/base/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord, recordsOf } from '#plugins/annotate/annotations/common/index.ts';

function sortCorners(instance: JsonRecord): JsonRecord {
  const { points } = instance;
  if (!isRecord(points)) return instance;
  const [x1, y1, x2, y2] = [points['x1'], points['y1'], points['x2'], points['y2']] as [number, number, number, number];
  if (x1 <= x2 && y1 <= y2) return instance;
  return {
    ...instance,
    points: { ...points, x1: Math.min(x1, x2), y1: Math.min(y1, y2), x2: Math.max(x1, x2), y2: Math.max(y1, y2) },
  };
}

function renumberConnections(instance: JsonRecord): JsonRecord {
  const connections = recordsOf(instance['connections']);
  const ids = new Set(connections.map(connection => connection['id']));
  if (ids.size === connections.length && connections.every(connection => typeof connection['id'] === 'number'))
    return instance;
  return { ...instance, connections: connections.map((connection, at) => ({ ...connection, id: at + 1 })) };
}

/**
 * Brings a checked vector document into the form in which it is stored: boxes with sorted corners, connections of a
 * template with unique ids (check 4). Coordinates stay as they are, also outside the image (check 10).
 */
export function* storingShapes(document: JsonRecord): Steps<JsonRecord> {
  const before = document['instances'];
  if (!Array.isArray(before)) return document;
  const instances: unknown[] = [];
  yield* stepping<unknown>(before, instance => void instances.push(storedShape(instance)), 500);
  return { ...document, instances };
}

function storedShape(instance: unknown): unknown {
  if (!isRecord(instance)) return instance;
  if (instance['type'] === 'bbox') return sortCorners(instance);
  return instance['type'] === 'template' ? renumberConnections(instance) : instance;
}

/** All of {@link storingShapes} at once. */
export const storedShapes = (document: JsonRecord): JsonRecord => allAtOnce(storingShapes(document));
