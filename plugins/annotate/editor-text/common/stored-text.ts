import type { AnnotationDocument } from '#plugins/annotate/annotations/common/index.ts';

/**
 * The form in which a document is stored: with the length of its text when that is known, and its free notes always.
 */
export function storedText(document: AnnotationDocument, contentLength: number | null): AnnotationDocument {
  const { metadata, freeText } = document;
  return {
    ...document,
    metadata: contentLength === null ? metadata : { ...metadata, contentLength },
    freeText: typeof freeText === 'string' ? freeText : '',
  };
}
