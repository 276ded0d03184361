import { Readable } from 'node:stream';
import type { Handlers } from '#core/api/server/index.ts';
import { streamReply } from '#core/api/server/index.ts';
import { disposition } from '#core/data/server/index.ts';
import type { customAppsApi } from '../common/api.ts';
import type { AppArchives } from './app-archives.ts';
import type { AppCalls } from './app-calls.ts';
import type { AppData } from './app-data.ts';
import type { AppFetch } from './app-fetch.ts';
import type { AppOpenings } from './app-openings.ts';
import type { AppVersions } from './app-versions.ts';
import type { Apps } from './apps.ts';

interface Services {
  readonly apps: Apps;
  readonly versions: AppVersions;
  readonly openings: AppOpenings;
  readonly archives: AppArchives;
  readonly data: AppData;
  readonly calls: AppCalls;
  readonly fetches: AppFetch;
}

export function appsHandlers({
  apps,
  versions,
  openings,
  archives,
  data,
  calls,
  fetches,
}: Services): Handlers<typeof customAppsApi> {
  return {
    searchApps: ({ body }, context) => apps.search(context, body),
    createApp: ({ body }, context) => apps.create(context, body.files),
    importApp: ({ stream }, context) => archives.take(context, stream),
    async exportApp({ params }, context) {
      const { name, stream } = await archives.give(context, params.app_id);
      return streamReply(stream, {
        'content-type': 'application/zip',
        'cache-control': 'no-store',
        'content-disposition': disposition(`${name}.zip`, 'application/zip'),
      });
    },
    getApp: ({ params }, context) => apps.get(context, params.app_id),
    saveApp: ({ params, body }, context) => apps.save(context, params.app_id, body.files, body.revision),
    async deleteApp({ params }, context) {
      await apps.remove(context, params.app_id);
      return { success: true };
    },
    setAppState: ({ params, body }, context) => apps.setState(context, params.app_id, body.state),
    grantApp: ({ params, body }, context) => apps.grant(context, params.app_id, body),
    publishApp: ({ params, body }, context) => versions.publish(context, params.app_id, body),
    listVersions: async ({ params }, context) => ({ versions: await versions.list(context, params.app_id) }),
    getVersion: ({ params }, context) => versions.get(context, params.app_id, params.version),
    rollBack: ({ params }, context) => versions.rollBack(context, params.app_id, params.version),
    appCalls: ({ params, query }, context) => calls.list(context, params.app_id, query),
    async tellOfApp({ params, body }, context) {
      await calls.report(
        context,
        params.app_id,
        body.entries.map(({ item_id, ...entry }) => ({ ...entry, itemId: item_id })),
      );
      return { success: true };
    },
    mountedApps: async (_, context) => ({ apps: await openings.mounted(context) }),
    // Evaluated in the sandbox after it came as text: never a document or a script of our origin.
    appScript: async ({ params }, context) =>
      streamReply(Readable.from([await versions.script(context, params.app_id, params.version)]), {
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      }),
    getAppData: ({ params }, context) => data.get(context, params.app_id),
    putAppData: ({ params, body }, context) => data.put(context, params.app_id, body.value, body.etag),
    getItemData: ({ params }, context) => data.getOfItem(context, params.app_id, params.item_id),
    putItemData: ({ params, body }, context) =>
      data.putOfItem(context, params.app_id, params.item_id, body.value, body.etag),
    appDataUse: ({ params }, context) => data.use(context, params.app_id),
    appFetch: ({ params, body }, context) => fetches.send(context, params.app_id, body),
  };
}
