import type { DocumentKind } from './document-kind.ts';
import { isRecord, withoutFields } from './json-value.ts';
import type { JsonRecord } from './json-value.ts';
import type { StampItem } from './stamp-document.ts';
import { dataWithPaths, formValues, plainData } from './form-values.ts';

/** Facts about an item beside the content of its document. */
export interface DocumentFacts {
  readonly kind: DocumentKind;
  readonly item: StampItem;
  /** Address the item was attached from. */
  readonly url: string | null;
  readonly etag: string;
  /** Name of the folder; undefined for the project's own. */
  readonly folderName?: string | undefined;
  readonly category?: string | undefined;
}

const lists: Readonly<Record<DocumentKind, JsonRecord>> = {
  flat: { instances: [], tags: [], comments: [] },
  parts: { instances: [], tags: [], comments: [] },
  timeline: { instances: [], tags: [] },
  text: { instances: [], tags: [], freeText: '' },
  form: { instances: [], tags: [], comments: [] },
};

function emptyMetadata({ kind, item, url }: DocumentFacts): JsonRecord {
  const people = { status: item.status, annotatorEmail: item.annotatorEmail ?? null, qaEmail: item.qaEmail ?? null };
  const known = { name: item.name, id: item.id, projectId: item.projectId };
  switch (kind) {
    // Exactly these, without the picture's size: it belongs to what was annotated.
    case 'flat':
    case 'parts':
      return {
        ...known,
        height: null,
        width: null,
        status: people.status,
        pinned: item.pinned ?? false,
        annotatorEmail: people.annotatorEmail,
        qaEmail: people.qaEmail,
      };
    case 'timeline':
      return { ...known, url, height: null, width: null, duration: null, error: null, ...people };
    case 'text':
      return { ...known, url, ...people };
    case 'form':
      return { ...known, ...people };
  }
}

/** True for the names of the compact shapes of forms; any other name means the native one. */
export const isCompact = (transform: string | undefined): boolean =>
  transform !== undefined && transform.startsWith('llmJson');

function compact(document: JsonRecord, facts: DocumentFacts, transform: string): JsonRecord {
  const values = formValues(document);
  const metadata = isRecord(document['metadata']) ? document['metadata'] : {};
  const { etag, folderName, category } = facts;
  const comments = document['comments'];
  return {
    ...withoutFields(document, 'instances', 'tags', 'comments'),
    metadata: {
      ...metadata,
      ...(folderName === undefined ? {} : { folder_name: folderName }),
      ...(category === undefined ? {} : { item_category: { value: category } }),
      etag,
    },
    data: transform === 'llmJsonV3' ? dataWithPaths(values) : plainData(values),
    ...(Array.isArray(comments) && comments.length > 0 ? { comments } : {}),
  };
}

/**
 * An annotation as it travels. A document of the platform never has the keys `error`
 * and `errors` at its root: readers of the stream take them for a failure.
 *
 * @param stored the document with today's names; undefined when nothing is annotated
 */
export function handedOut(
  stored: JsonRecord | undefined,
  facts: DocumentFacts,
  transform: string | undefined,
): JsonRecord {
  const { kind } = facts;
  const hasData = stored !== undefined && isRecord(stored['data']);
  const document =
    stored === undefined
      ? { metadata: emptyMetadata(facts), ...lists[kind] }
      : { ...(kind === 'form' && hasData ? {} : lists[kind]), ...stored };
  const whole = kind === 'form' && isCompact(transform) ? compact(document, facts, transform!) : document;
  return 'error' in whole || 'errors' in whole ? withoutFields(whole, 'error', 'errors') : whole;
}
