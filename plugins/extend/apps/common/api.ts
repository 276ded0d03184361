import { BYTES, defineApi, id, page, paged, success, z } from '#core/api/common/index.ts';
import { appFiles, appGrant, appManifest, appStates, appView, MOST_BUNDLE, MOST_SOURCE, mountedApp } from './app.ts';

const inTeam = z.strictObject({ team_id: id });
const ofApp = z.strictObject({ team_id: id, app_id: id });
const ofVersion = z.strictObject({ team_id: id, app_id: id, version: id });
const ofItem = z.strictObject({ team_id: id, app_id: id, item_id: id });
/**
 * Sources as they are being written. `revision` is that of the draft the writer read; another answers 409 with the
 * present one.
 */
const draft = z.strictObject({ files: appFiles, revision: z.int().min(0) });
const version = z.object({
  version: z.int(),
  note: z.string(),
  author: z.string(),
  createdAt: z.string(),
  manifest: appManifest,
  sourceBytes: z.int(),
});
const call = z.object({
  id: z.int(),
  at: z.string(),
  call: z.string(),
  outcome: z.enum(['done', 'refused', 'failed']),
  code: z.string().nullable(),
  milliseconds: z.int().nullable(),
  user: z.string(),
  item_id: z.int().nullable(),
});
/** `etag` of what is not there is `none`. */
const stored = z.object({ value: z.unknown(), etag: z.string() });
/**
 * `etag`: that of the value it replaces, 409 with the present one when it is another; absent replaces whatever is
 * there.
 */
const toStore = z.strictObject({ value: z.unknown(), etag: z.string().max(80).optional() });

/** Limits are those of the team's data and of the data of one item. */
const dataUse = z.object({
  team: z.object({ bytes: z.int(), limit: z.int() }),
  items: z.object({ count: z.int(), bytes: z.int(), limit: z.int() }),
  largest: z.array(
    z.object({ item_id: z.int(), project_id: z.int(), name: z.string(), project: z.string(), bytes: z.int() }),
  ),
});
export type AppDataUse = z.output<typeof dataUse>;

/** Sources as JSON are larger than they are. */
const MOST_BODY = 3 * MOST_SOURCE;

/** Apps of a team. */
export const customAppsApi = defineApi({
  service: 'main',
  operations: {
    searchApps: {
      method: 'POST',
      path: '/team/:team_id/customapps/search',
      summary: 'Apps of the team',
      access: 'ManageCustomApps',
      reads: true,
      params: inTeam,
      body: z.strictObject({ ...page, text: z.string().max(200).optional(), state: z.enum(appStates).optional() }),
      reply: z.object({ data: z.array(appView), total_count: z.int() }),
    },
    createApp: {
      method: 'POST',
      path: '/team/:team_id/customapps',
      summary: 'Make an app as a draft',
      access: 'ManageCustomApps',
      params: inTeam,
      status: 201,
      bodyLimit: MOST_BODY,
      bodyReason: 'The sources of an app',
      body: z.strictObject({ files: appFiles }),
      reply: appView,
    },
    getApp: {
      method: 'GET',
      path: '/team/:team_id/customapps/:app_id',
      summary: 'An app with its draft',
      access: 'ManageCustomApps',
      params: ofApp,
      reply: appView.extend({ draft }),
    },
    saveApp: {
      method: 'PUT',
      path: '/team/:team_id/customapps/:app_id',
      summary: 'Keep the draft of an app',
      access: 'ManageCustomApps',
      params: ofApp,
      bodyLimit: MOST_BODY,
      bodyReason: 'The sources of an app',
      body: draft,
      reply: appView.extend({ revision: z.int() }),
    },
    importApp: {
      method: 'POST',
      path: '/team/:team_id/customapps/import',
      summary: 'Make an app as a draft from a zip archive of its sources',
      access: 'ManageCustomApps',
      params: inTeam,
      status: 201,
      body: BYTES,
      bodyLimit: MOST_BODY,
      bodyReason: 'The sources of an app',
      reply: appView,
    },
    exportApp: {
      method: 'GET',
      notWhenViewing: true,
      path: '/team/:team_id/customapps/:app_id/app.zip',
      summary: 'The draft of an app as a zip archive',
      access: 'ManageCustomApps',
      params: ofApp,
      reply: BYTES,
    },
    deleteApp: {
      method: 'DELETE',
      path: '/team/:team_id/customapps/:app_id',
      summary: 'Delete an app with its versions and data',
      access: 'ManageCustomApps',
      params: ofApp,
      reply: success,
    },
    setAppState: {
      method: 'PUT',
      path: '/team/:team_id/customapps/:app_id/state',
      summary: 'Switch a published app off or on again',
      access: 'ManageCustomApps',
      params: ofApp,
      body: z.strictObject({ state: z.enum(['published', 'disabled']) }),
      reply: appView,
    },
    grantApp: {
      method: 'PUT',
      path: '/team/:team_id/customapps/:app_id/grant',
      summary: 'Allow an app what it may do and who may open it',
      access: 'ManageCustomApps',
      params: ofApp,
      body: appGrant,
      reply: appView,
    },
    publishApp: {
      method: 'POST',
      path: '/team/:team_id/customapps/:app_id/versions',
      summary: 'Publish the draft with the script it was built to',
      access: 'ManageCustomApps',
      params: ofApp,
      status: 201,
      bodyLimit: 3 * MOST_BUNDLE,
      bodyReason: 'The built script of an app',
      body: z.strictObject({ revision: z.int().min(0), code: z.string(), note: z.string().max(500).default('') }),
      reply: appView,
    },
    listVersions: {
      method: 'GET',
      path: '/team/:team_id/customapps/:app_id/versions',
      summary: 'Published versions, newest first',
      access: 'ManageCustomApps',
      params: ofApp,
      reply: z.object({ versions: z.array(version) }),
    },
    getVersion: {
      method: 'GET',
      path: '/team/:team_id/customapps/:app_id/versions/:version',
      summary: 'A version with its sources',
      access: 'ManageCustomApps',
      params: ofVersion,
      reply: version.extend({ files: appFiles }),
    },
    rollBack: {
      method: 'POST',
      path: '/team/:team_id/customapps/:app_id/versions/:version/restore',
      summary: 'Publish an earlier version again, as a new one',
      access: 'ManageCustomApps',
      params: ofVersion,
      reply: appView,
    },
    appCalls: {
      method: 'GET',
      path: '/team/:team_id/customapps/:app_id/calls',
      summary: 'What an app called and met, newest first',
      access: 'ManageCustomApps',
      params: ofApp,
      query: z.strictObject({ ...page, outcome: z.enum(['done', 'refused', 'failed']).optional() }),
      reply: paged(call),
    },
    /** Beside the apps' own calls, which the server logs itself: what the host refused, and faults of the app. */
    tellOfApp: {
      method: 'POST',
      path: '/team/:team_id/customapps/:app_id/calls',
      summary: 'Note what the host of an app refused, or a fault of it',
      access: 'team-member',
      params: ofApp,
      body: z.strictObject({
        entries: z
          .array(
            z.strictObject({
              call: z.string().max(120),
              outcome: z.enum(['refused', 'failed']),
              code: z.string().max(64),
              item_id: id.optional(),
            }),
          )
          .min(1)
          .max(50),
      }),
      reply: success,
    },
    mountedApps: {
      method: 'GET',
      path: '/team/:team_id/customapps/mounted',
      summary: 'Published apps that the caller may open',
      access: 'team-member',
      params: inTeam,
      reply: z.object({ apps: z.array(mountedApp) }),
    },
    appScript: {
      method: 'GET',
      path: '/team/:team_id/customapps/:app_id/script/:version',
      summary: 'The script of a published version, for who may open the app',
      access: 'team-member',
      params: ofVersion,
      reply: BYTES,
    },
    getAppData: {
      method: 'GET',
      path: '/team/:team_id/customapps/:app_id/data',
      summary: 'Data that the app keeps for the team; null when there is none',
      access: 'team-member',
      params: ofApp,
      reply: stored,
    },
    putAppData: {
      method: 'PUT',
      path: '/team/:team_id/customapps/:app_id/data',
      summary: 'Replace the data of an app',
      access: 'team-member',
      params: ofApp,
      bodyLimit: 8 * 1024 * 1024,
      bodyReason: 'Data of an app',
      body: toStore,
      reply: stored,
    },
    getItemData: {
      method: 'GET',
      path: '/team/:team_id/customapps/:app_id/items/:item_id/data',
      summary: 'Data that the app keeps for an item; null when there is none',
      access: 'team-member',
      params: ofItem,
      reply: stored,
    },
    putItemData: {
      method: 'PUT',
      path: '/team/:team_id/customapps/:app_id/items/:item_id/data',
      summary: 'Replace the data that the app keeps for an item',
      access: 'team-member',
      params: ofItem,
      bodyLimit: 8 * 1024 * 1024,
      bodyReason: 'Data of an app',
      body: toStore,
      reply: stored,
    },
    appDataUse: {
      method: 'GET',
      path: '/team/:team_id/customapps/:app_id/datause',
      summary: 'How much an app keeps, in bytes of JSON as UTF-8, and the items for which it keeps most',
      access: 'ManageCustomApps',
      params: ofApp,
      reply: dataUse,
    },
    /**
     * Through the guarded egress, to the granted hosts only; cookies and the headers of the connection are not the
     * app's to set.
     */
    appFetch: {
      method: 'POST',
      path: '/team/:team_id/customapps/:app_id/fetch',
      summary: 'A request of an app to a host that it was granted',
      access: 'team-member',
      cost: 10,
      bodyLimit: 8 * 1024 * 1024,
      bodyReason: 'A request of 2 million characters',
      params: ofApp,
      body: z.strictObject({
        url: z.string().min(1).max(8000),
        method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
        headers: z.record(z.string().max(200), z.string().max(8000)).default({}),
        body: z.string().max(2_000_000).optional(),
      }),
      reply: z.object({ status: z.int(), headers: z.record(z.string(), z.string()), body: z.string() }),
    },
  },
});
