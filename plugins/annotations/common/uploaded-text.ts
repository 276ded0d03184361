import { isRecord } from '#plugins/editor/common/json-value.ts';
import type { JsonRecord } from '#plugins/editor/common/json-value.ts';

/** Why a text is no annotation document. */
export class UnreadableDocument extends Error {}

const hostileKey = /"(?:_|\\u005[fF]){2}(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006[fF])(?:t|\\u0074)(?:o|\\u006[fF])(?:_|\\u005[fF]){2}"\s*:/;

/** JSON of an upload. @throws UnreadableDocument for what is no JSON (also `NaN`), or has a key that could pass for a prototype. */
export function readUploadedJson(text: string): unknown {
  if (text.trim() === '') throw new UnreadableDocument('The file is empty.');
  if (hostileKey.test(text)) throw new UnreadableDocument('The file has the key __proto__, which no annotation may have.');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UnreadableDocument(`The file is not JSON: ${error instanceof Error ? error.message : 'it cannot be read'}`);
  }
}

/** An annotation document whose metadata name is there, which every upload needs (wire assets-annotations 4). @throws UnreadableDocument */
export function namedDocument(json: unknown): JsonRecord | readonly unknown[] {
  // The list of old exports holds no name; it is read as it is (formats 5).
  if (Array.isArray(json) && json.length > 0) return json;
  if (!isRecord(json)) throw new UnreadableDocument('The annotation document must be an object.');
  const metadata = json['metadata'];
  if (!isRecord(metadata)) throw new UnreadableDocument("'metadata' is a required property");
  if (typeof metadata['name'] !== 'string') throw new UnreadableDocument("'metadata.name' must be a text");
  return json;
}
