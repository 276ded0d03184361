import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord, recordsOf, withoutFields } from '#plugins/annotate/annotations/common/index.ts';
import { bytesToLabels, labelBytes } from '#plugins/annotate/annotations/common/point-labels/index.ts';

const ENCODING = 'uint16le';

/** A document whose labels of points are in a side file, and the bytes of that file; itself where it has none. */
export function withLabelFile(
  document: JsonRecord,
  name: string,
): { readonly document: JsonRecord; readonly labels?: Uint8Array } {
  const { segmentation } = document;
  if (!isRecord(segmentation) || !Array.isArray(segmentation['runs'])) return { document };
  return {
    document: {
      ...document,
      segmentation: {
        file: `${name}___labels.bin`,
        encoding: ENCODING,
        ...withoutFields(segmentation, 'runs', 'file', 'encoding'),
      },
    },
    labels: labelBytes(segmentation['runs'] as number[]),
  };
}

/** True for a document whose labels of points are in a side file. */
export const namesLabelFile = (json: unknown): json is JsonRecord =>
  isRecord(json) &&
  isRecord(json['segmentation']) &&
  typeof json['segmentation']['file'] === 'string' &&
  !Array.isArray(json['segmentation']['runs']);

/** The reason that the bytes of a side file do not fit its document; undefined where they do. */
export function labelIssue({ metadata, segmentation }: JsonRecord, bytes: Uint8Array): string | undefined {
  const cloud = isRecord(metadata) ? metadata['pointCloud'] : undefined;
  const points = isRecord(cloud) ? cloud['points'] : undefined;
  if (typeof points === 'number' && bytes.length !== points * 2) return `${bytes.length} bytes for ${points} points`;
  if (bytes.length % 2 !== 0) return `${bytes.length} bytes are no whole number of labels of 2 bytes`;
  const entries = isRecord(segmentation) ? recordsOf(segmentation['instances']) : [];
  const known = new Set<unknown>([0, ...entries.map(each => each['label'])]);
  const unknown = bytesToLabels(bytes).find((label, at) => at % 2 === 0 && !known.has(label));
  return unknown === undefined ? undefined : `label ${unknown} is not defined`;
}

/** The document with the labels of its side file as runs. */
export function withLabels(document: JsonRecord, bytes: Uint8Array): JsonRecord {
  const segmentation = isRecord(document['segmentation']) ? document['segmentation'] : {};
  return {
    ...document,
    segmentation: { ...withoutFields(segmentation, 'file', 'encoding'), runs: bytesToLabels(bytes) },
  };
}
