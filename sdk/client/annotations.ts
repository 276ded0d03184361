import type { LoupeClient } from './loupe-client.ts';
import { LoupeError } from './loupe-error.ts';

/** Separates two documents of a download: six characters, no line ends. */
const DELIMITER = '\\n;)\\n';
/** Ids asked for in one download, bytes sent in one upload. */
const IDS_A_CALL = 1000;
const FORM_BYTES = 10 * 1024 * 1024;
const BOUNDARY = 'loupe-annotations-7f3a91c2';

/** An annotation with the item it belongs to. */
export interface NamedAnnotation {
  readonly name: string;
  readonly document: unknown;
}

/** Outcome of uploading annotations. */
export interface UploadedAnnotations {
  /** Names that were not stored. */
  readonly failedItems: readonly string[];
  /** Names in the documents that the project does not know: warnings, the documents were stored. */
  readonly missingResources: Readonly<Record<string, readonly string[]>>;
}

/** Place in which items are looked up by their names. */
export interface AnnotationPlace {
  readonly projectId: number;
  /** Names belong to this folder; the project's own when absent. */
  readonly folderId?: number;
}

/**
 * The documents of items one after the other, as they come; never more than one is held besides what has arrived of the
 * next.
 */
export async function* downloadAnnotations<T = unknown>(
  client: LoupeClient,
  projectId: number,
  itemIds: readonly number[],
  signal?: AbortSignal,
): AsyncGenerator<T> {
  for (let start = 0; start < itemIds.length; start += IDS_A_CALL) {
    const ids = itemIds.slice(start, start + IDS_A_CALL);
    const response = await client.send('/api/v4/items/annotations/download', {
      service: 'assets',
      method: 'POST',
      query: { project_id: projectId, limit: ids.length },
      body: { image_ids: ids },
      ...(signal === undefined ? {} : { signal }),
    });
    for await (const text of parted(response)) yield parsed<T>(text);
  }
}

/** Splits a stream at the delimiter, wherever it is cut, also inside a character. */
export async function* parted(response: Response): AsyncGenerator<string> {
  const reader = (response.body ?? new Blob([]).stream())
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .getReader();
  let rest = '';
  // What was looked through need not be looked through again, except for a delimiter that has begun.
  let seen = 0;
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      rest += chunk.value;
      for (let end = rest.indexOf(DELIMITER, seen); end >= 0; end = rest.indexOf(DELIMITER)) {
        yield rest.slice(0, end);
        rest = rest.slice(end + DELIMITER.length);
        seen = 0;
      }
      seen = Math.max(0, rest.length - DELIMITER.length + 1);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  if (rest !== '') yield rest;
}

function parsed<T>(text: string): T {
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    throw new LoupeError(502, 'STREAM_CUT', 'The stream of annotations ended in the middle of one.', error);
  }
}

/** Uploads annotations by item name, up to 10 MiB in one form; answers the names that were not stored. */
export async function uploadAnnotations(
  client: LoupeClient,
  { projectId, folderId }: AnnotationPlace,
  annotations: Iterable<NamedAnnotation> | AsyncIterable<NamedAnnotation>,
  onProgress?: (done: number) => void,
): Promise<UploadedAnnotations> {
  const failed: string[] = [];
  const missing = new Map<string, Set<string>>();
  let parts: BlobPart[] = [];
  let [bytes, count, done] = [0, 0, 0];
  const send = async (): Promise<void> => {
    if (count === 0) return;
    const answer = await client.call<UploadedAnnotations>('/api/v4/items/annotations/upload', {
      service: 'assets',
      method: 'POST',
      query: { project_id: projectId, folder_id: folderId },
      body: new Blob([...parts, `--${BOUNDARY}--\r\n`], { type: `multipart/form-data; boundary=${BOUNDARY}` }),
    });
    failed.push(...answer.failedItems);
    for (const [kind, names] of Object.entries(answer.missingResources))
      missing.set(kind, new Set([...(missing.get(kind) ?? []), ...names]));
    done += count;
    onProgress?.(done);
    parts = [];
    [bytes, count] = [0, 0];
  };
  for await (const { name, document } of annotations) {
    if (/[\r\n\0]/.test(name)) throw new TypeError(`The name ${JSON.stringify(name)} cannot be part of a form.`);
    const content = new TextEncoder().encode(JSON.stringify({ data: document }));
    if (bytes + content.length > FORM_BYTES) await send();
    // Names stand as they are: forms of browsers would write quotes and other letters in codes.
    parts.push(
      `--${BOUNDARY}\r\nContent-Type: application/json\r\nContent-Disposition: form-data; name="${name}"; filename="${name}"\r\n\r\n`,
      content,
      '\r\n',
    );
    bytes += content.length;
    count += 1;
  }
  await send();
  return {
    failedItems: failed,
    missingResources: Object.fromEntries([...missing].map(([kind, names]) => [kind, [...names]])),
  };
}
