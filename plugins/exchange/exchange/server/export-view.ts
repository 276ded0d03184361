import { inject } from 'inversify';
import type { Selectable } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import type { BlobUrls } from '#core/data/server/index.ts';
import { BlobUrlsToken, PublicUrlToken } from '#core/kernel/server/index.ts';
import type { ExportRecord } from '../common/export-api.ts';
import type { ExportTable } from './transfer-tables.ts';

/** An export as it is stored. */
export type ExportRow = Selectable<ExportTable>;

/** A copied link holds this long, in milliseconds. */
const LINK_MS = 7 * 86_400_000;

/** Exports as calls answer them, with links to their archives. */
export class ExportViews {
  constructor(
    @inject(BlobUrlsToken) private readonly urls: BlobUrls,
    @inject(PublicUrlToken) private readonly publicUrl: string,
  ) {}

  /** Returns an export; without its link for a super-admin who views as somebody else, whom the link would outlast. */
  of(row: ExportRow, { viewer }: Pick<RequestContext, 'viewer'>): ExportRecord {
    const path =
      row.blob_hash === null || viewer !== undefined
        ? null
        : this.urls.sign(
            { hash: row.blob_hash, type: 'application/zip', name: row.name },
            Math.max(0, Math.min(LINK_MS, row.expires_at.getTime() - Date.now())),
          );
    return {
      id: row.id,
      project_id: row.project_id,
      name: row.name,
      status: row.status,
      export_type: row.export_type,
      options: row.options,
      folder_ids: row.folder_ids,
      statuses: row.statuses,
      include_originals: row.include_originals,
      include_fuse: row.include_fuse,
      integration_id: row.integration_id,
      only_pinned: row.only_pinned,
      selected_count: row.item_ids?.length ?? null,
      version: row.version_id === null ? null : { id: row.version_id, name: row.version_name ?? '' },
      size: row.size === null ? null : Number(row.size),
      item_count: row.item_count,
      download: path === null ? null : new URL(path, `${this.publicUrl}/`).href,
      path,
      user_id: row.creator_email,
      creator_id: row.creator_email,
      job_id: row.job_id ?? '',
      report: row.report ?? [],
      error: row.error,
      expiresAt: row.expires_at.toISOString(),
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
    };
  }
}
