import { invalidField } from '#core/base/common/index.ts';
import type { CallExtras, Handlers } from '#core/api/server/index.ts';
import type { customStorageApi, integrationsApi } from '../common/api.ts';
import type { StoredFileEntry } from '../common/integration.ts';
import { holdsTables } from '../common/integration.ts';
import type { AttachPreviews } from './attach-preview.ts';
import type { Attachments } from './attachments.ts';
import type { StoredEntry } from './drivers/storage-driver.ts';
import { integrationRules, viewOf } from './integration-view.ts';
import type { Integrations } from './integrations.ts';
import type { TableAttachments } from './table-attachments.ts';
import type { FileRequest, StoredFiles } from './stored-files.ts';

interface Services {
  readonly integrations: Integrations;
  readonly attachments: Attachments;
  readonly tables: TableAttachments;
  readonly files: StoredFiles;
  readonly previews: AttachPreviews;
}

const entryOf = ({ path, size, updatedAt, dir }: StoredEntry): StoredFileEntry => ({
  name: path,
  size,
  updatedAt: updatedAt.toISOString(),
  dir,
});

const requestOf = ({ headers, sent }: Pick<CallExtras, 'headers' | 'sent'>): FileRequest => ({
  range: headers.range,
  head: sent.method === 'HEAD',
});

export function integrationsHandlers({
  integrations,
  attachments,
  tables,
  files,
  previews,
}: Services): Handlers<typeof integrationsApi> {
  return {
    listIntegrations: async (_, context) => {
      const all = await integrations.list(context);
      // The public client knows sources 1 to 6 and fails on others.
      return {
        integrations: all.map(each =>
          context.credential === 'sdk' && each.source > 6 ? { ...each, source: each.source === 7 ? 1 : 4 } : each,
        ),
      };
    },
    integrationRules: () => integrationRules(),
    integrationNameExists: ({ query }, context) => integrations.nameExists(context, query.name, query.except),
    getIntegration: async ({ params }, context) => viewOf(await integrations.get(context, params.integration_id, true)),
    createIntegration: ({ body }, context) => integrations.create(context, body),
    updateIntegration: ({ params, body }, context) => integrations.update(context, params.integration_id, body),
    async deleteIntegration({ params }, context) {
      await integrations.remove(context, params.integration_id);
      return { success: true };
    },
    checkIntegration: ({ params }, context) => integrations.check(context, params.integration_id),
    integrationUsage: ({ params }, context) => previews.usage(context, params.integration_id),
    browseIntegration: async ({ params, query }, context) => ({
      files: (await files.list(context, params.integration_id, query.path ?? '')).map(entryOf),
    }),
    previewAttachment: ({ params, query }, context) =>
      previews.preview(context, {
        projectId: params.project_id,
        folderId: query.folder_id,
        integrationId: params.integration_id,
        path: query.path ?? '',
      }),
    async attachIntegration({ body }, context) {
      const target = {
        projectId: body.project_id,
        folderId: body.folder_id ?? undefined,
        integrationId: body.integration_id,
      };
      const { type } = await integrations.get(context, target.integrationId);
      if (holdsTables(type))
        return { success: true, job_id: await tables.begin(context, target, body.options ?? undefined) };
      if (body.options !== undefined && body.options !== null && Object.keys(body.options).length > 0)
        throw invalidField('options', 'is for Databricks and Snowflake alone');
      return {
        success: true,
        job_id: await attachments.begin(context, { ...target, path: body.customer_folder_name ?? '' }),
      };
    },
    readStoredFile: ({ params, query, ...call }) => files.serve(params.integration_id, query, requestOf(call)),
  };
}

export function customStorageHandlers({ files }: Pick<Services, 'files'>): Handlers<typeof customStorageApi> {
  return {
    files: async ({ query }, context) => ({
      files: (await files.list(context, query.integration_id, query.path ?? '')).map(entryOf),
    }),
    file: ({ query, ...call }, context) => files.read(context, query.integration_id, query.file_name, requestOf(call)),
  };
}
