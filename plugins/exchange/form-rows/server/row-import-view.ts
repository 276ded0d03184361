import type { Selectable } from 'kysely';
import { notFound } from '#core/base/common/index.ts';
import type { RowImport } from '../common/rows-api.ts';
import type { RowImportTable } from './row-tables.ts';

/** An import of rows as it is stored. */
export type RowImportRow = Selectable<RowImportTable>;

/** Returns the stored file of an import. @throws Fault NOT_FOUND once it is no longer kept. */
export function fileOf(row: RowImportRow): { readonly hash: string; readonly size: number; readonly name: string } {
  if (row.blob_hash === null) throw notFound('The file');
  return { hash: row.blob_hash, size: Number(row.size), name: row.name };
}

/** Returns an import as calls answer it. */
export const rowImportView = (row: RowImportRow): RowImport => ({
  id: row.id,
  project_id: row.project_id,
  name: row.name,
  folder_id: row.folder_id,
  status: row.status,
  size: Number(row.size),
  job_id: row.job_id,
  choices: row.choices,
  report: row.report,
  result: row.result,
  problemCount: row.problem_count,
  error: row.error,
  createdAt: row.created_at.toISOString(),
});
