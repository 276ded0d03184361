import type { ContentKind } from '#plugins/workspace/items/common/index.ts';
import { contentKindOf } from '#plugins/workspace/items/common/index.ts';
import type { AnnotationDocument } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';

/** Kinds as documents name them; texts and tables are files there. */
export const documentKinds = ['image', 'pdf', 'dicom', 'audio', 'video', 'html', 'file'] as const;
export type DocumentContentKind = (typeof documentKinds)[number];

/** Facts about the file behind a document: `metadata.content`. */
export interface ContentFacts {
  readonly kind?: DocumentContentKind;
  readonly pages?: number;
  readonly frames?: number;
  /** Pixels. */
  readonly width?: number;
  readonly height?: number;
  /** Microseconds. */
  readonly duration?: number;
}

/** Facts of the item about its file. */
export interface ContentItem {
  readonly name: string;
  readonly mime: string | null;
  readonly width: number | null;
  readonly height: number | null;
}

export const documentKindOf = (kind: ContentKind): DocumentContentKind =>
  kind === 'text' || kind === 'table' ? 'file' : kind;

/** The facts of a document; without those that are none. */
export function contentOf({ metadata }: Pick<AnnotationDocument, 'metadata'>): ContentFacts {
  const { content } = metadata as { readonly content?: unknown };
  return isRecord(content) ? (content as ContentFacts) : {};
}

/** The document with what is known of its file: facts of the item take precedence over the document. */
export function withContent(
  document: AnnotationDocument,
  { name, mime, width, height }: ContentItem,
): AnnotationDocument {
  const kind = documentKindOf(contentKindOf(mime, name));
  const content = {
    ...contentOf(document),
    kind,
    ...(width === null ? {} : { width }),
    ...(height === null ? {} : { height }),
  };
  return { ...document, metadata: { ...document.metadata, content } };
}
