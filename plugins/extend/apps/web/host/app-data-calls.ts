import { Fault, randomUuid } from '#core/base/common/index.ts';
import type { Client, Transport } from '#core/api/web/index.ts';
import { client } from '#core/api/web/index.ts';
import { classesApi, classTypeNames } from '#plugins/workspace/classes/common/index.ts';
import { annotationDocumentApi } from '#plugins/annotate/annotations/common/index.ts';
import { itemChangeApi, itemsApi, systemItemStatuses } from '#plugins/workspace/items/common/index.ts';
import type { ItemsWebHooks } from '#plugins/workspace/items/web/kit/index.ts';
import type { ProjectTypes } from '#plugins/workspace/projects/common/index.ts';
import { contributorsApi, projectsApi } from '#plugins/workspace/projects/common/index.ts';
import type { AppDocument } from '#sdk/app/app-data.ts';
import type { WorkbenchCalls } from '#sdk/app/workbench.ts';
import { customAppsApi } from '../../common/api.ts';
import { APP_HEADER } from '../../common/app.ts';
import { ROLE_HEADER } from '../../common/as-role.ts';
import { appItem, appProject } from './app-shapes.ts';
import { commentCalls } from './comment-calls.ts';
import { readFile } from './file-reading.ts';
import { readModelAnswer } from './model-answer.ts';
import { exploreCalls, modelCalls, startCalls } from './optional-calls.ts';
import { automationCalls } from './start-calls.ts';

/** Calls of the page that data calls need. */
export interface DataPorts {
  readonly transport: Transport;
  readonly teamId: number;
  readonly appId: number;
  /** Number of the role that the app is tried in, which takes rights away; that of the person when absent. */
  readonly asRole?: number | undefined;
  /** E-mail address of the person. */
  readonly email: string;
  readonly statuses: ItemsWebHooks['statuses'];
  readonly types: ProjectTypes;
  readonly signal: AbortSignal;
}

export type DataCalls = Omit<WorkbenchCalls, 'context' | 'ui' | 'navigate'>;

/** Longest list of classes that is asked for at once. */
const MOST_CLASSES = 500;

/**
 * The calls of an app about data, made as the person and in the name of the app: the server lets through what both may
 * do. Every request has the header of the app, but for what the host itself has to know to make a call; in a preview as
 * another role that is narrowed to the role as well.
 */
export function dataCalls({ transport, teamId, appId, asRole, email, statuses, types, signal }: DataPorts): DataCalls {
  const narrowed: Readonly<Record<string, string>> = asRole === undefined ? {} : { [ROLE_HEADER]: String(asRole) };
  const headers = { [APP_HEADER]: String(appId), ...narrowed };
  const projects = client(projectsApi, transport, headers);
  const people = client(contributorsApi, transport, headers);
  const items = client(itemsApi, transport, headers);
  const changes = client(itemChangeApi, transport, headers);
  const editor = client(annotationDocumentApi, transport, headers);
  const classes = client(classesApi, transport, headers);
  const explore = client(exploreCalls, transport, headers);
  const models = client(modelCalls, transport, headers);
  const own: Client<typeof customAppsApi> = client(customAppsApi, transport, headers);
  const hostItems = client(itemsApi, transport, narrowed);
  const hostEditor = client(annotationDocumentApi, transport, narrowed);
  const of = ({
    projectId,
    itemId,
  }: {
    readonly projectId: number;
    readonly itemId: number;
  }): { readonly project_id: number; readonly item_id: number } => ({ project_id: projectId, item_id: itemId });
  const ofApp = { team_id: teamId, app_id: appId };
  const given = <Value>(name: string, value: Value | undefined): object =>
    value === undefined ? {} : { [name]: value };
  return {
    projects: {
      async list({ text, offset = 0, limit = 100 } = {}) {
        const { data, count } = await projects.listProjects({
          query: {
            offset,
            limit,
            sort: 'name',
            completeImagesCount: true,
            ...given('name', text === '' ? undefined : text),
          },
          signal,
        });
        return { projects: data.map(each => appProject(each, types)), total: count };
      },
      get: async ({ projectId }) =>
        appProject(await projects.getProject({ params: { project_id: projectId }, signal }), types),
      async classes({ projectId }) {
        const { data } = await classes.list({ query: { project_id: projectId, limit: MOST_CLASSES }, signal });
        return data.map(({ id, name, color, type, attribute_groups: groups }) => ({
          id,
          name,
          color,
          kind: classTypeNames[type],
          groups: groups.map(group => ({
            id: group.id,
            name: group.name,
            type: group.group_type,
            required: group.isRequired,
            values: group.attributes.map(each => ({ id: each.id, name: each.name })),
          })),
        }));
      },
      async statuses({ projectId }) {
        // Asked as the app, so that who may not see the project learns nothing of it.
        await projects.getProject({ params: { project_id: projectId }, signal });
        return (await statuses.promise({ projectId }, systemItemStatuses)).map(({ value, name, title, color }) => ({
          value,
          name,
          title,
          color,
        }));
      },
      settings: async ({ projectId }) =>
        Object.fromEntries(
          (await projects.getSettings({ params: { project_id: projectId }, signal })).map(each => [
            each.attribute,
            each.value,
          ]),
        ),
    },
    people: {
      async ofProject({ projectId, offset = 0, limit = 100 }) {
        const { data, count } = await people.listContributors({
          params: { project_id: projectId },
          query: { offset, limit },
          signal,
        });
        return {
          people: data.map(each => ({
            email: each.email,
            name: `${each.first_name} ${each.last_name}`.trim(),
            role: each.role_name,
          })),
          total: count,
        };
      },
    },
    items: {
      async list({ projectId, folderId, name, status, assignee, sort, order, offset = 0, limit = 100 }) {
        const { data, count } = await items.listItems({
          params: { project_id: projectId },
          signal,
          query: {
            offset,
            limit,
            ...given('folder_id', folderId),
            ...given('name', name),
            ...given('status', status === undefined ? undefined : [...status]),
            ...given('assignee', assignee),
            ...given('sort', sort),
            ...given('order', order),
          },
        });
        return { items: data.map(appItem), total: count };
      },
      get: async place => appItem(await items.getProjectItem({ params: of(place), signal })),
      async make({ projectId, folderId, name, bytes, replace }) {
        const { status, item } = await items.uploadItem({
          params: { project_id: projectId },
          query: { name, on_duplicate: replace === true ? 'replace' : 'skip', ...given('folder_id', folderId) },
          body: new Uint8Array(bytes),
          signal,
        });
        return { outcome: status, item: appItem(item) };
      },
      async setMetadata({ values, ...place }) {
        const { name, folder_id: folder } = await hostItems.getProjectItem({ params: of(place), signal });
        const { failed_items: failed } = await explore.setValues({
          query: { project_id: place.projectId, folder_id: folder },
          body: { data: { [name]: values } },
          signal,
        });
        if (failed.length > 0)
          throw new Fault(
            'INVALID',
            'The values could not be set. Look whether the fields exist, and take such values.',
            { status: 400 },
          );
      },
      async setStatus({ projectId, itemIds, status }) {
        const { changed, refused } = await changes.changeItems({
          params: { project_id: projectId },
          body: { selection: { item_ids: [...itemIds] }, change: { kind: 'status', value: status } },
          signal,
        });
        return { changed, refused: refused.map(({ message, count }) => ({ message, count })) };
      },
    },
    files: {
      read: async ({ as = 'original', ...place }) =>
        readFile(await items.getAsset({ params: of(place), signal }), as, signal),
    },
    annotations: {
      async get(place) {
        const { document, revision } = await editor.getAnnotation({ params: of(place), signal });
        return { document: document as unknown as AppDocument, revision };
      },
      async put({ document, base, ...place }) {
        const { revision } = await editor.saveAnnotation({
          params: of(place),
          body: { op: randomUuid(), base, data: document },
          signal,
        });
        return { revision };
      },
    },
    comments: commentCalls({
      list: place => editor.getAnnotation({ params: of(place), signal }),
      // The app need not see the members beside the comments, but they have to be stored with them.
      read: place => hostEditor.getAnnotation({ params: of(place), signal }),
      write: (place, document, base) =>
        editor.saveAnnotation({ params: of(place), body: { op: randomUuid(), base, data: document }, signal }),
      author: async place => {
        const { role } = await hostEditor.openItem({ params: of(place), signal });
        return { email, role: role.name };
      },
    }),
    explore: {
      async search({ projectId, query, offset = 0 }) {
        const found = await explore.search({
          query: { project_id: projectId },
          body: { query, image_index: offset },
          signal,
        });
        return found.map(each => ({
          id: each.id,
          name: each.name,
          folder: each.folder_name,
          status: each.annotation_status,
          metadata: each.custom_metadata,
        }));
      },
      count: ({ projectId, query }) =>
        explore.count({ query: { project_id: projectId, capped: true }, body: { query }, signal }),
    },
    models: {
      list: async ({ projectId }) => (await models.projectModels({ params: { project_id: projectId }, signal })).models,
      async run({ projectId, itemId, model, prompt, temperature, maxTokens }) {
        const params = { ...given('temperature', temperature), ...given('max_tokens', maxTokens) };
        return readModelAnswer(
          await models.runModel({
            params: { project_id: projectId },
            body: { model, prompt, key: randomUuid(), params, ...given('item_id', itemId) },
            signal,
          }),
        );
      },
    },
    automations: automationCalls(client(startCalls, transport, headers), signal),
    storage: {
      get: () => own.getAppData({ params: ofApp, signal }),
      put: ({ value, etag }) => own.putAppData({ params: ofApp, body: { value, ...given('etag', etag) }, signal }),
      getForItem: ({ itemId }) => own.getItemData({ params: { ...ofApp, item_id: itemId }, signal }),
      putForItem: ({ itemId, value, etag }) =>
        own.putItemData({ params: { ...ofApp, item_id: itemId }, body: { value, ...given('etag', etag) }, signal }),
    },
    http: {
      fetch: ({ url, method = 'GET', headers: sent = {}, body }) =>
        own.appFetch({ params: ofApp, body: { url, method, headers: { ...sent }, ...given('body', body) }, signal }),
    },
  };
}
