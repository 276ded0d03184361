import { isFault } from '#core/base/common/index.ts';
import { parseJson } from '#core/api/server/index.ts';
import { UnreadableDocument } from '../common/uploaded-text.ts';

/**
 * Parses the JSON of an upload.
 * @throws UnreadableDocument for what is no JSON (also `NaN`), is too deep or has too many values, or has a key that
 * changes a prototype.
 */
export async function readUploadedJson(content: Buffer): Promise<unknown> {
  if (content.toString('utf8', 0, 1000).trim() === '') throw new UnreadableDocument('The file is empty.');
  try {
    return await parseJson(content, 'The file');
  } catch (error) {
    throw isFault(error) ? new UnreadableDocument(error.message) : error;
  }
}
