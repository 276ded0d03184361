import type { Handlers } from '#core/api/server/index.ts';
import type { rowsApi } from '../common/rows-api.ts';
import type { GeneratedItems } from './generated-items.ts';
import type { RowImports } from './row-imports.ts';

/** Handlers of the import of rows, and of empty items. */
export function rowHandlers(imports: RowImports, generated: GeneratedItems): Handlers<typeof rowsApi> {
  return {
    getRowTemplate: ({ params }, context) => imports.template(context, params.project_id),
    createRowUpload: ({ params, query, ...call }, context) =>
      imports.create(context, params.project_id, { name: query.name, folderId: query.folder_id }, call),
    readRowUpload: ({ params, ...call }, context) => imports.read(context, params.project_id, params.token, call),
    continueRowUpload: ({ params, ...call }, context) =>
      imports.continue(context, params.project_id, params.token, call),
    cancelRowUpload: ({ params, ...call }, context) => imports.forget(context, params.project_id, params.token, call),
    finishRowUpload: ({ params }, context) => imports.finish(context, params.project_id, params.token),
    getRowImport: ({ params }, context) => imports.get(context, params.project_id, params.row_import_id),
    checkRowImport: ({ params, body }, context) =>
      imports.recheck(context, params.project_id, params.row_import_id, body),
    startRowImport: ({ params }, context) => imports.start(context, params.project_id, params.row_import_id),
    cancelRowImport: ({ params }, context) => imports.cancel(context, params.project_id, params.row_import_id),
    getRowProblems: ({ params }, context) => imports.problems(context, params.project_id, params.row_import_id),
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
