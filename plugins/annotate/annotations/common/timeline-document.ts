import { isRecord, recordsOf, withoutFields } from './json-value.ts';
import type { JsonRecord } from './json-value.ts';

/** Fields of an uploaded instance beside `meta` and `parameters` are kept under this name. */
const besideField = 'beside';

/**
 * Turns a timeline document of the export form into the stored one, which is flat like those of images: the fields of
 * `meta` become
 * those of the instance beside its `parameters`, and comments have a list of their own. What is flat already stays as
 * it is.
 */
export function storedTimeline(document: JsonRecord): JsonRecord {
  const entries = recordsOf(document['instances']);
  if (!entries.some(isExported)) return document;
  const stored = entries.map(storedInstance);
  return {
    ...document,
    instances: stored.filter(each => each['type'] !== 'comment'),
    comments: [
      ...recordsOf(document['comments']),
      ...stored.filter(each => each['type'] === 'comment').map(storedComment),
    ],
  };
}

/** True for an instance in the export form. */
const isExported = (instance: JsonRecord): boolean => isRecord(instance['meta']);

function storedInstance(instance: JsonRecord): JsonRecord {
  const { meta, parameters, id, type: _type, classId: _classId, attributes: _attributes, ...beside } = instance;
  if (!isRecord(meta)) return instance;
  return {
    ...(id === undefined ? {} : { id }),
    ...meta,
    ...(meta['type'] === 'comment'
      ? {}
      : { classId: meta['classId'] ?? -1, attributes: Array.isArray(meta['attributes']) ? meta['attributes'] : [] }),
    ...(parameters === undefined || parameters === null ? {} : { parameters }),
    ...(Object.keys(beside).length === 0 ? {} : { [besideField]: beside }),
  };
}

/** The pin of a comment is the upper left corner of its first area. */
function storedComment(comment: JsonRecord): JsonRecord {
  const points = recordsOf(recordsOf(comment['parameters'])[0]?.['timestamps'])[0]?.['points'];
  const { x1, y1, x2, y2 } = isRecord(points) ? points : {};
  const pinned = [x1, y1, x2, y2].every(value => typeof value === 'number');
  return {
    ...withoutFields(comment, 'type'),
    resolved: comment['resolved'] === true,
    ...(pinned ? { x: Math.min(x1 as number, x2 as number), y: Math.min(y1 as number, y2 as number) } : {}),
  };
}

/** Turns a stored timeline document into the export form. What has that form already stays as it is. */
export function exportedTimeline(document: JsonRecord): JsonRecord {
  return {
    ...withoutFields(document, 'comments'),
    instances: [
      ...recordsOf(document['instances']).map(exportedInstance),
      ...recordsOf(document['comments']).map(exportedComment),
    ],
  };
}

/** Turns the objects of a flat document that move in time into the export form; all else of it stays as it is. */
export function exportedTracks(document: JsonRecord): JsonRecord {
  const entries = recordsOf(document['instances']);
  return entries.some(each => Array.isArray(each['parameters']))
    ? {
        ...document,
        instances: entries.map(each => (Array.isArray(each['parameters']) ? exportedInstance(each) : each)),
      }
    : document;
}

function exportedInstance(instance: JsonRecord): JsonRecord {
  if (isExported(instance)) return instance;
  const { attributes, parameters, [besideField]: beside, ...meta } = instance;
  const named = meta['type'] === 'tag' || (Array.isArray(attributes) && attributes.length > 0) ? { attributes } : {};
  return {
    meta: { ...meta, ...spanOf(parameters), ...named },
    ...(parameters === undefined ? {} : { parameters }),
    ...(isRecord(beside) ? beside : {}),
  };
}

/** First and last moment of all segments. */
export function spanOf(parameters: unknown): { readonly start?: number; readonly end?: number } {
  const segments = recordsOf(parameters);
  const starts = segments.map(each => each['start']).filter(value => typeof value === 'number');
  const ends = segments.map(each => each['end']).filter(value => typeof value === 'number');
  return starts.length === 0 || ends.length === 0 ? {} : { start: Math.min(...starts), end: Math.max(...ends) };
}

function exportedComment(comment: JsonRecord): JsonRecord {
  if (isExported(comment)) return comment;
  const { x, y, start, end, parameters, [besideField]: beside, ...meta } = comment;
  const from = typeof start === 'number' ? start : 0;
  const to = typeof end === 'number' ? end : from;
  const corner = { x1: x ?? 0, y1: y ?? 0, x2: x ?? 0, y2: y ?? 0 };
  const made = [
    {
      start: from,
      end: to,
      timestamps: [
        { timestamp: from, points: corner },
        { timestamp: to, points: corner },
      ],
    },
  ];
  return {
    meta: { type: 'comment', ...meta, start: from, end: to },
    parameters: Array.isArray(parameters) ? parameters : made,
    ...(isRecord(beside) ? beside : {}),
  };
}
