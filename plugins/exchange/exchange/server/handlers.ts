import { invalidField } from '#core/base/common/index.ts';
import type { Handlers } from '#core/api/server/index.ts';
import type { exportApi, ExportFormat, ExportScope, wireExportApi } from '../common/export-api.ts';
import { exportFormats } from '../common/export-api.ts';
import type { importApi } from '../common/import-api.ts';
import type { ExportPreview } from './export-preview.ts';
import type { ExportScopes } from './export-scopes.ts';
import type { Exports } from './exports.ts';
import type { Imports } from './imports.ts';

/** Handlers of the downloads screen. */
export function exportHandlers(exports: Exports, preview: ExportPreview): Handlers<typeof exportApi> {
  return {
    async listProjectExports({ params }, context) {
      const data = [...(await exports.list(context, params.project_id))];
      return { data, count: data.length };
    },
    createExport: ({ params, body }, context) => exports.create(context, params.project_id, body),
    previewExport: ({ params, body }, context) => preview.run(context, params.project_id, body),
    getProjectExport: ({ params }, context) => exports.get(context, params.project_id, params.export_id),
    cancelExport: ({ params }, context) => exports.cancel(context, params.project_id, params.export_id),
    async deleteProjectExport({ params }, context) {
      await exports.remove(context, params.project_id, params.export_id);
      return { success: true };
    },
  };
}

/** A local time as the client sends it; anything else is not put into names. */
const localTime = /^[A-Z][a-z]{2} \d{1,2} \d{4} \d{2}:\d{2}$/;

/** A format by its number; own format without one. */
const formatOf = (number: number | null | undefined): ExportFormat =>
  (Object.keys(exportFormats) as (keyof typeof exportFormats)[]).find(each => exportFormats[each] === number) ?? 'json';

/** Handlers of the public client's calls. */
export function wireExportHandlers(exports: Exports, scopes: ExportScopes): Handlers<typeof wireExportApi> {
  return {
    async prepareExport({ query, body }, context) {
      const { export_format: number, folder_names: names, include, integration_id: integrationId } = body;
      const statuses = (include ?? '')
        .split(',')
        .filter(part => part.trim() !== '')
        .map(Number);
      if (statuses.some(status => !Number.isInteger(status) || status < 1))
        throw invalidField('include', 'list status numbers with commas, such as 1,2');
      const fuse = Number(body.fuse ?? 0) === 1;
      const scope: ExportScope = {
        format: Number(body.coco ?? 0) === 1 ? 'coco' : formatOf(number),
        only_pinned: Number(body.is_pinned ?? 0) === 1,
        include_originals: fuse,
        include_fuse: fuse,
        include_project: false,
        ...(integrationId === undefined || integrationId === null ? {} : { integration_id: integrationId }),
        ...(statuses.length === 0 ? {} : { statuses }),
        ...(names === undefined || names === null || names.length === 0
          ? {}
          : { folder_ids: await scopes.folderIds(context, query.project_id, names) }),
      };
      return exports.create(context, query.project_id, scope, localTime.exec(body.time ?? '')?.[0]);
    },
    listExports: async ({ query }, context) => [...(await exports.list(context, query.project_id))],
    getExport: ({ params, query }, context) => exports.get(context, query.project_id, params.export_id),
    async deleteExport({ params, query }, context) {
      await exports.remove(context, query.project_id, params.export_id);
      return { success: true };
    },
  };
}

/** Handlers of the import dialog. */
export function importHandlers(imports: Imports): Handlers<typeof importApi> {
  return {
    uploadImport: ({ params, query, stream }, context) =>
      imports.upload(context, params.project_id, { name: query.name, folderId: query.folder_id, source: stream }),
    listImports: async ({ params }, context) => ({ data: [...(await imports.list(context, params.project_id))] }),
    getImport: ({ params }, context) => imports.get(context, params.project_id, params.import_id),
    checkImport: ({ params, body }, context) => imports.recheck(context, params.project_id, params.import_id, body),
    startImport: ({ params, body }, context) => imports.start(context, params.project_id, params.import_id, body),
    cancelImport: ({ params }, context) => imports.cancel(context, params.project_id, params.import_id),
    undoImport: ({ params }, context) => imports.undo(context, params.project_id, params.import_id),
  };
}
