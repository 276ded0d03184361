import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Fault } from '#core/base/common/index.ts';
import { decodedText } from '../common/exchange/decoded-text.ts';
import { readableFormats } from '../common/exchange/readable-formats.ts';
import type { ArchiveFile } from '#plugins/workspace/items/server/kit/index.ts';

/** Largest annotation file and largest COCO file that are read, in bytes; both are held in memory one at a time. */
export const documentLimit = 64 * 1024 ** 2;
export const cocoLimit = 512 * 1024 ** 2;

/** A file of no format that a project of that type reads. */
export function unknownFile(name: string, projectType: number): Fault {
  const formats = readableFormats(projectType).map(each => each.title);
  return new Fault(
    'IMPORT_UNKNOWN',
    `${name} has no format that this project can import. Use an export or a class list of Loupe or SuperAnnotate${formats.length === 0 ? '' : `, or a file of one of these formats: ${formats.join(', ')}`}.`,
    { status: 422 },
  );
}
export const tooLarge = (path: string, limit: number): Fault =>
  new Fault('TOO_LARGE', `${path} is larger than ${limit / 1024 ** 2} MB.`, { status: 413 });

export async function bytesOf(stream: Readable | undefined): Promise<Buffer> {
  if (stream === undefined)
    throw new Fault('NOT_FOUND', 'The file is no longer there. Send it again.', { status: 404 });
  return buffer(stream);
}

export async function bytesWithin(file: ArchiveFile, limit: number): Promise<Buffer> {
  if (file.size > limit) throw tooLarge(file.path, limit);
  return buffer(await file.open());
}

export const textOf = async (file: ArchiveFile, limit: number): Promise<string> =>
  decodedText(await bytesWithin(file, limit));

/** True for a file whose name or first character promises JSON. */
export const promisesJson = (name: string, text: string): boolean =>
  /\.(?:geo)?json$/i.test(name) || /^\uFEFF?\s*[[{]/.test(text);

/** @throws Fault INVALID_JSON with the parser's words */
export function parseText(text: string, path: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    // The parser quotes the text, which may hold what no database keeps.
    const reason = (error instanceof Error ? error.message : String(error)).replaceAll(/\p{Cc}/gu, '\uFFFD');
    throw new Fault('INVALID_JSON', `${path} is not valid JSON: ${reason}`, { status: 422 });
  }
}
