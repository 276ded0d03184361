import type { AppFiles } from './app.ts';

export interface ChangedFile {
  readonly path: string;
  readonly change: 'added' | 'removed' | 'changed';
}

/** Returns the files that differ between two sets of sources, by path. */
export function changedFiles(before: AppFiles, after: AppFiles): readonly ChangedFile[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .toSorted()
    .flatMap((path): readonly ChangedFile[] => {
      if (!Object.hasOwn(before, path)) return [{ path, change: 'added' }];
      if (!Object.hasOwn(after, path)) return [{ path, change: 'removed' }];
      return before[path] === after[path] ? [] : [{ path, change: 'changed' }];
    });
}
