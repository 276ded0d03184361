import { defineServerHalf, PublicUrlToken } from '#core/kernel/server/index.ts';
import { ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import manifest from '../manifest.ts';
import { objectsApi, providerApi, uploadKeysApi } from '../common/api.ts';
import { StagedUploads } from './staged-uploads.ts';
import { Objects } from './objects.ts';
import { providerHandlers } from './provider-handlers.ts';
import { UploadKeyring } from './upload-keys.ts';
import { UploadAccess } from './upload-access.ts';
import { UploadTokens } from './upload-tokens.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [StagedUploads],
  bindings(container) {
    for (const service of [StagedUploads, UploadKeyring, UploadTokens, UploadAccess, Objects])
      container.bind(service as typeof StagedUploads).toSelf();
  },
  activate({ get, implement, tap }) {
    const objects = get(Objects);
    implement(uploadKeysApi, {
      sdkImageUploadToken: ({ params, query }, context) =>
        get(UploadTokens).issue(context, params.project_id, query.folder_id),
    });
    implement(providerApi, providerHandlers(get(UploadTokens), get(PublicUrlToken)));
    implement(objectsApi, {
      putObject: (call, context) => objects.put(call, context),
      getObject: (call, context) => objects.read(call, context),
    });
    tap(
      get(ItemsHooks).resolvingUpload,
      async (context, files, projectId, keys) =>
        new Map([...files, ...(await get(StagedUploads).resolve(context, projectId, keys))]),
    );
  },
});
