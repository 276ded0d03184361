import type { AnnotationVersion } from '#plugins/annotate/annotations/common/index.ts';
import type { HistoryEntry } from './api.ts';

/** Something that happened: an entry of the history, or a stored version of the annotations. */
export type Happening = { readonly at: string; readonly by: string | null } & (
  | { readonly entry: HistoryEntry; readonly version?: never }
  | { readonly version: AnnotationVersion; readonly entry?: never }
);

/** Both as one list, newest first. */
export function happenings(
  entries: readonly HistoryEntry[],
  versions: readonly AnnotationVersion[],
): readonly Happening[] {
  const all: Happening[] = [
    ...entries.map(entry => ({ at: entry.at, by: entry.by, entry })),
    ...versions.map(version => ({ at: version.updatedAt, by: version.updatedBy, version })),
  ];
  return all.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
}
