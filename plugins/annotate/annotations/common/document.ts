import { allAtOnce, stepping } from '#core/base/common/index.ts';
import type { Steps } from '#core/base/common/index.ts';
import { newId } from './new-id.ts';

/** Author of a change. */
export interface Author {
  readonly email: string;
  readonly role?: string;
}

/** Origin of an instance. */
export type CreationType = 'Manual' | 'Prediction' | 'Preannotation';

/** One chosen value of one attribute group: `id` only for radio and checklist, a number as `name` only for numeric. */
export interface AttributeValue {
  readonly id?: number;
  readonly groupId?: number;
  readonly name?: string | number;
  readonly groupName?: string;
  readonly [field: string]: unknown;
}

/**
 * The fields all instance types share. `id` is always present in a document that went through
 * {@link readDocument}. Geometry fields belong to the editor of the project type; unknown fields are kept as they came.
 */
export interface Instance {
  readonly id: string;
  readonly type: string;
  /** -1 means no class; then `className` is absent. */
  readonly classId: number;
  readonly className?: string;
  readonly attributes: readonly AttributeValue[];
  /** Percent, 0..100; 100 for manual work. */
  readonly probability?: number;
  /** 0 or absent: in no group. */
  readonly groupId?: number;
  readonly trackingId?: string | null;
  readonly pointLabels?: Readonly<Record<string, string>>;
  readonly locked?: boolean;
  readonly visible?: boolean;
  /** true disapproved, false approved, null undecided. */
  readonly error?: boolean | null;
  readonly creationType?: CreationType;
  readonly createdAt?: string;
  readonly updatedAt?: string;
  readonly createdBy?: Author | null;
  readonly updatedBy?: Author | null;
  readonly [field: string]: unknown;
}

/** One message of a comment. */
export interface Correspondence {
  readonly text: string;
  readonly email: string;
  readonly role?: string;
  readonly createdAt?: string;
  readonly [field: string]: unknown;
}

/**
 * A pin with a conversation: `x`, `y` in image pixels or with `z` in metres of a scan, `start`, `end` in code points of
 * a text, or a `page` from 1. The `id` is ours, so that edits can name it.
 */
export interface Comment {
  readonly id: string;
  readonly x?: number;
  readonly y?: number;
  readonly z?: number;
  readonly start?: number;
  readonly end?: number;
  readonly page?: number;
  /** The component of a form it is about. */
  readonly element_path?: readonly (string | number)[];
  /** The object it is about. */
  readonly instanceId?: string;
  readonly resolved: boolean;
  readonly correspondence: readonly Correspondence[];
  readonly creationType?: CreationType;
  readonly createdAt?: string;
  readonly updatedAt?: string;
  readonly createdBy?: Author | null;
  readonly updatedBy?: Author | null;
  readonly [field: string]: unknown;
}

/** Facts about the item; `lastAction` is set by the server and never counts as a change. */
export interface DocumentMetadata {
  readonly name: string;
  readonly width?: number | null;
  readonly height?: number | null;
  readonly status?: string;
  readonly lastAction?: { readonly email: string; readonly timestamp: number };
  readonly [field: string]: unknown;
}

/**
 * The annotation document of one item in the internal form. The order of `instances` is the drawing order, last on top.
 */
export interface AnnotationDocument {
  readonly metadata: DocumentMetadata;
  readonly instances: readonly Instance[];
  readonly tags: readonly string[];
  readonly comments: readonly Comment[];
  readonly version?: string;
  readonly [field: string]: unknown;
}

/**
 * Reads stored JSON as a document: absent lists become empty, instances and comments without an id (or with one that is
 * already taken) get a new one, everything else is kept. It does not check; `checks.ts` does.
 *
 * @throws TypeError naming the field when the root, `metadata` or a list has the wrong kind.
 */
export function* readingDocument(json: unknown): Steps<AnnotationDocument> {
  const root = record(json, 'The annotation document');
  const metadata = record(root['metadata'], 'metadata') as DocumentMetadata;
  return {
    ...root,
    metadata,
    instances: yield* withIds(list(root['instances'], 'instances'), withInstanceDefaults),
    tags: list(root['tags'], 'tags') as string[],
    comments: yield* withIds(list(root['comments'], 'comments'), withCommentDefaults),
  };
}

/** All of {@link readingDocument} at once. @throws TypeError as it does */
export const readDocument = (json: unknown): AnnotationDocument => allAtOnce(readingDocument(json));

/** The document of an item nobody has annotated yet. */
export function emptyDocument(name: string): AnnotationDocument {
  return { metadata: { name }, instances: [], tags: [], comments: [] };
}

type JsonObject = Readonly<Record<string, unknown>>;

function record(value: unknown, name: string): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  throw new TypeError(`${name} must be an object`);
}

function list(value: unknown, name: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  throw new TypeError(`${name} must be a list`);
}

function* withIds<Entry>(
  entries: readonly unknown[],
  complete: (fields: JsonObject & { readonly id: string }) => Entry,
): Steps<Entry[]> {
  const taken = new Set<string>();
  const result: Entry[] = [];
  yield* stepping(entries, (entry, index) => {
    const fields = record(entry, `entry ${index}`);
    const kept = typeof fields['id'] === 'string' && fields['id'] !== '' && !taken.has(fields['id']);
    const own = kept ? (fields['id'] as string) : newId();
    taken.add(own);
    result.push(complete(kept ? (fields as JsonObject & { readonly id: string }) : { ...fields, id: own }));
  });
  return result;
}

function withInstanceDefaults(fields: JsonObject & { readonly id: string }): Instance {
  if (
    typeof fields['type'] === 'string' &&
    typeof fields['classId'] === 'number' &&
    Array.isArray(fields['attributes'])
  )
    return fields as unknown as Instance;
  return {
    ...fields,
    type: String(fields['type'] ?? ''),
    classId: typeof fields['classId'] === 'number' ? fields['classId'] : -1,
    attributes: Array.isArray(fields['attributes']) ? fields['attributes'] : [],
  };
}

function withCommentDefaults(fields: JsonObject & { readonly id: string }): Comment {
  return {
    ...fields,
    resolved: fields['resolved'] === true,
    correspondence: Array.isArray(fields['correspondence']) ? fields['correspondence'] : [],
  };
}
