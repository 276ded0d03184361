import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';

/** Why a text is no annotation document. */
export class UnreadableDocument extends Error {}

/** An annotation document whose metadata name is there, which every upload needs. @throws UnreadableDocument */
export function namedDocument(json: unknown): JsonRecord | readonly unknown[] {
  // The list of old exports holds no name; it is read as it is.
  if (Array.isArray(json) && json.length > 0) return json;
  if (!isRecord(json)) throw new UnreadableDocument('The annotation document must be an object.');
  const metadata = json['metadata'];
  if (!isRecord(metadata)) throw new UnreadableDocument("'metadata' is a required property");
  if (typeof metadata['name'] !== 'string') throw new UnreadableDocument("'metadata.name' must be a text");
  return json;
}
