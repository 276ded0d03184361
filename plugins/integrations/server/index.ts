import { defineServerPlugin } from '#core/kernel/server/index.ts';
import { ItemsHooks } from '#plugins/items/server/kit/index.ts';
import manifest from '../manifest.ts';
import { customStorageApi, integrationsApi } from '../common/api.ts';
import { AttachPreviews } from './attach-preview.ts';
import { Attachments } from './attachments.ts';
import { customStorageHandlers, integrationsHandlers } from './integrations-handlers.ts';
import { Integrations } from './kit/index.ts';
import { StoredFileUrls } from './stored-file-urls.ts';
import { StoredFiles } from './stored-files.ts';

export default defineServerPlugin(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [Integrations],
  bindings(container) {
    for (const service of [Integrations, StoredFileUrls, StoredFiles, Attachments, AttachPreviews]) container.bind(service as typeof Integrations).toSelf();
  },
  activate({ get, implement, job, tap }) {
    const files = get(StoredFiles);
    const integrations = get(Integrations);
    const attachments = get(Attachments);
    implement(integrationsApi, integrationsHandlers({ integrations, attachments, files, previews: get(AttachPreviews) }));
    implement(customStorageApi, customStorageHandlers({ files }));
    job('attach', (run, context) => attachments.run(run, context));
    const items = get(ItemsHooks);
    tap(items.usingIntegrations, (context, projectId, ids) => integrations.refusal(context, projectId, ids));
    tap(items.addressing, async (context, own, row) => own ?? await files.address(context, row));
  },
});
