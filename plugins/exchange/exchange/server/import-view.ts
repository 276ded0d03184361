import type { Selectable } from 'kysely';
import { notFound } from '#core/base/common/index.ts';
import type { ImportRecord } from '../common/import-api.ts';
import { importStates } from '../common/import-api.ts';
import type { ImportTable } from './transfer-tables.ts';

export type ImportRow = Selectable<ImportTable>;

/** Titles of the jobs of an import, before its name. */
export const jobTitles = { check: 'Check import', import: 'Import', undo: 'Undo import' } as const;

/** States with a job. */
export const workingStates: ReadonlySet<number> = new Set([
  importStates.checking,
  importStates.running,
  importStates.undoing,
]);
/** The hash of the file of an import. @throws Fault NOT_FOUND once it is no longer kept */
export function fileOf(row: ImportRow): string {
  if (row.blob_hash === null) throw notFound('The file');
  return row.blob_hash;
}

/** An import as calls answer it. */
export function importView(row: ImportRow): ImportRecord {
  return {
    id: row.id,
    project_id: row.project_id,
    name: row.name,
    status: row.status,
    size: Number(row.size),
    job_id: row.job_id,
    reading: row.reading,
    report: row.report,
    choices: row.choices,
    result: row.result,
    undo_result: row.undo_result,
    error: row.error,
    creator_id: row.creator_email,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
