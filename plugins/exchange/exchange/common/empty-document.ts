import { isRecord } from '#plugins/annotate/annotations/common/index.ts';

/** True for a document that says nothing of its item, as exports have it for items nobody has annotated. */
export function isEmptyDocument(json: unknown): boolean {
  if (!isRecord(json)) return false;
  return Object.entries(json).every(
    ([key, value]) =>
      key === 'metadata' || key === 'version' || value === '' || (Array.isArray(value) && value.length === 0),
  );
}
