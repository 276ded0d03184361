import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { ImportChoices, ImportReport } from '../common/import-api.ts';
import type { ImportFile } from './imported-file.ts';

/** One import that a person started. */
export interface ImportTask {
  readonly id: number;
  readonly projectId: number;
  readonly home: number | null;
  readonly file: ImportFile;
  readonly choices: ImportChoices;
  readonly classes: readonly AnnotationClass[];
  readonly report: ImportReport;
}

/** The folders an import adds, in lower case. */
export const addedFolders = ({ report }: ImportTask): ReadonlySet<string> =>
  new Set(report.newFolders.map(name => name.toLowerCase()));
