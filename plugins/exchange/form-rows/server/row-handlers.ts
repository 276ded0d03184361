import type { Handlers } from '#core/api/server/index.ts';
import type { rowsApi } from '../common/rows-api.ts';
import type { GeneratedItems } from './generated-items.ts';
import type { RowDownloads } from './row-downloads.ts';
import type { RowImports } from './row-imports.ts';
import type { RowUploads } from './row-uploads.ts';

/** Services that the handlers call. */
export interface RowServices {
  readonly uploads: RowUploads;
  readonly imports: RowImports;
  readonly downloads: RowDownloads;
  readonly generated: GeneratedItems;
}

/** Handlers of the import of rows, and of empty items. */
export function rowHandlers({ uploads, imports, downloads, generated }: RowServices): Handlers<typeof rowsApi> {
  return {
    getRowTemplate: ({ params }, context) => downloads.template(context, params.project_id),
    createRowUpload: ({ params, query, ...call }, context) =>
      uploads.create(context, params.project_id, { name: query.name, folderId: query.folder_id }, call),
    readRowUpload: ({ params, ...call }, context) => uploads.read(context, params.project_id, params.token, call),
    continueRowUpload: ({ params, ...call }, context) =>
      uploads.continue(context, params.project_id, params.token, call),
    cancelRowUpload: ({ params, ...call }, context) => uploads.cancel(context, params.project_id, params.token, call),
    finishRowUpload: ({ params }, context) => uploads.finish(context, params.project_id, params.token),
    getRowImport: ({ params }, context) => imports.get(context, params.project_id, params.row_import_id),
    checkRowImport: ({ params, body }, context) =>
      imports.recheck(context, params.project_id, params.row_import_id, body),
    startRowImport: ({ params }, context) => imports.start(context, params.project_id, params.row_import_id),
    cancelRowImport: ({ params }, context) => imports.cancel(context, params.project_id, params.row_import_id),
    getRowProblems: ({ params }, context) => downloads.problems(context, params.project_id, params.row_import_id),
    async generateItems({ params, body }, context) {
      return {
        job_id: await generated.begin(context, params.project_id, {
          folderId: body.folder_id,
          name: body.name,
          count: body.count,
        }),
      };
    },
  };
}
