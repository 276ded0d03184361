import { isRecord, recordsOf, withoutFields } from './json-value.ts';
import type { JsonRecord } from './json-value.ts';

const secondsBelow = 100_000_000_000;

/** `lastAction.timestamp` in milliseconds; older documents hold seconds. */
export const actionMilliseconds = (timestamp: number): number =>
  timestamp < secondsBelow ? timestamp * 1000 : timestamp;

/** True for the list form of old exports. */
export const isLegacyDocument = (json: unknown): json is readonly unknown[] => Array.isArray(json);

function metadataOf(entries: readonly JsonRecord[], itemName: string): JsonRecord {
  const metadata: Record<string, unknown> = { name: itemName };
  for (const entry of entries) {
    if (entry['type'] !== 'meta') continue;
    if (entry['name'] === 'imageAttributes') {
      for (const field of ['height', 'width', 'status', 'pinned'])
        if (entry[field] !== undefined) metadata[field] = entry[field];
    }
    if (
      entry['name'] === 'lastAction' &&
      typeof entry['userId'] === 'string' &&
      typeof entry['timestamp'] === 'number'
    ) {
      metadata['lastAction'] = { email: entry['userId'], timestamp: actionMilliseconds(entry['timestamp']) };
    }
  }
  return metadata;
}

function commentOf(entry: JsonRecord): JsonRecord {
  const correspondence = recordsOf(entry['comments']).map(message => ({
    ...withoutFields(message, 'id'),
    email: message['id'],
  }));
  return { ...withoutFields(entry, 'type', 'comments'), correspondence };
}

/**
 * Turns the list form into a document: `meta` entries feed the metadata, `tag` entries with a name become tags,
 * `comment` entries comments with their authors in `id`, all others instances. A document in the current form comes
 * back as it is, with a time of last action in seconds made milliseconds.
 *
 * @param itemName the item's name, since the list form holds none
 */
export function currentDocument(json: unknown, itemName: string): unknown {
  if (!isLegacyDocument(json)) return withMilliseconds(json);
  const entries = recordsOf(json);
  const isTag = (entry: JsonRecord): boolean => entry['type'] === 'tag' && typeof entry['name'] === 'string';
  return {
    metadata: metadataOf(entries, itemName),
    instances: entries.filter(entry => entry['type'] !== 'meta' && entry['type'] !== 'comment' && !isTag(entry)),
    tags: entries.filter(isTag).map(entry => entry['name']),
    comments: entries.filter(entry => entry['type'] === 'comment').map(commentOf),
  };
}

function withMilliseconds(json: unknown): unknown {
  if (!isRecord(json) || !isRecord(json['metadata'])) return json;
  const { lastAction } = json['metadata'];
  if (!isRecord(lastAction) || typeof lastAction['timestamp'] !== 'number') return json;
  const timestamp = actionMilliseconds(lastAction['timestamp']);
  if (timestamp === lastAction['timestamp']) return json;
  return { ...json, metadata: { ...json['metadata'], lastAction: { ...lastAction, timestamp } } };
}
