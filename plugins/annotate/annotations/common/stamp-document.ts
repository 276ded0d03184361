import { allAtOnce, stepping } from '#core/base/common/index.ts';
import type { Steps } from '#core/base/common/index.ts';
import { isRecord } from './json-value.ts';
import type { JsonRecord } from './json-value.ts';

/** Author and time of storing a document. */
export interface StampAuthor {
  readonly email: string;
  /** Milliseconds since 1970 in UTC. */
  readonly now: number;
}

/** The server's facts about the item of a document. */
export interface StampItem {
  readonly id: number;
  readonly name: string;
  readonly projectId: number;
  /** Workflow status name. */
  readonly status: string;
  readonly annotatorEmail?: string | null;
  readonly qaEmail?: string | null;
  readonly width?: number | null;
  readonly height?: number | null;
  readonly pinned?: boolean;
}

const timeText = (milliseconds: number): string => new Date(milliseconds).toISOString();
const isSet = (value: unknown): boolean => value !== undefined && value !== null;

function withAction(document: JsonRecord, author: StampAuthor, kept = false): JsonRecord {
  const metadata = isRecord(document['metadata']) ? document['metadata'] : {};
  const lastAction =
    kept && isAction(metadata['lastAction']) ? metadata['lastAction'] : { email: author.email, timestamp: author.now };
  return { ...document, metadata: { ...metadata, lastAction } };
}

const isAction = (value: unknown): boolean =>
  isRecord(value) && typeof value['email'] === 'string' && Number.isSafeInteger(value['timestamp']);

function stampEntry(entry: unknown, time: string, fields: JsonRecord): unknown {
  if (!isRecord(entry)) return entry;
  return {
    ...entry,
    ...fields,
    createdAt: isSet(entry['createdAt']) ? entry['createdAt'] : time,
    updatedAt: isSet(entry['updatedAt']) ? entry['updatedAt'] : time,
  };
}

/**
 * Stamps an uploaded document: last action by the uploader, every instance a Preannotation,
 * missing times filled, missing probability 100 in the image family. Video instances are stamped in `meta`. Authors are
 * never added: the public client compares what it uploaded with what it reads back.
 *
 * @param imageFamily the project is of type 1, 2 or 5 @param keepAction a last action in the document stays: clients of
 * the wire fill it in themselves
 */
export function* stampingUpload(
  document: JsonRecord,
  author: StampAuthor,
  imageFamily: boolean,
  keepAction = false,
): Steps<JsonRecord> {
  const time = timeText(author.now);
  const stampInstance = (entry: unknown): unknown => {
    if (isRecord(entry) && isRecord(entry['meta']))
      return { ...entry, meta: stampEntry(entry['meta'], time, { creationType: 'Preannotation' }) };
    const probability = imageFamily && isRecord(entry) && !isSet(entry['probability']) ? { probability: 100 } : {};
    return stampEntry(entry, time, { creationType: 'Preannotation', ...probability });
  };
  const stamped = withAction(document, author, keepAction);
  const before = document['instances'];
  if (!Array.isArray(before)) return stamped;
  const instances: unknown[] = [];
  yield* stepping<unknown>(before, entry => void instances.push(stampInstance(entry)));
  return { ...stamped, instances };
}

/** All of {@link stampingUpload} at once. */
export const stampUpload = (
  document: JsonRecord,
  author: StampAuthor,
  imageFamily: boolean,
  keepAction = false,
): JsonRecord => allAtOnce(stampingUpload(document, author, imageFamily, keepAction));

/** Stamps a document that the editor saves: last action by the person; instances carry their own audit fields. */
export const stampSave = (document: JsonRecord, author: StampAuthor): JsonRecord => withAction(document, author);

/**
 * The document as it is handed out: `name`, `id`, `projectId`, `status` and assignees are those of the item now, not
 * those that were uploaded; all other fields are kept.
 */
export function presentDocument(document: JsonRecord, item: StampItem): JsonRecord {
  const metadata = isRecord(document['metadata']) ? document['metadata'] : {};
  return {
    ...document,
    metadata: {
      ...metadata,
      name: item.name,
      id: item.id,
      projectId: item.projectId,
      status: item.status,
      annotatorEmail: item.annotatorEmail ?? null,
      qaEmail: item.qaEmail ?? null,
      ...(item.pinned === undefined ? {} : { pinned: item.pinned }),
    },
  };
}

/** The document of an image item that was never annotated, or whose annotations were deleted. */
export const neverAnnotated = (item: StampItem): JsonRecord => ({
  metadata: {
    name: item.name,
    id: item.id,
    projectId: item.projectId,
    height: item.height ?? null,
    width: item.width ?? null,
    status: item.status,
    pinned: item.pinned ?? false,
    annotatorEmail: item.annotatorEmail ?? null,
    qaEmail: item.qaEmail ?? null,
  },
  instances: [],
  tags: [],
  comments: [],
});
