import { defineServerPlugin } from '#core/kernel/server/index.ts';
import { ProjectsHooks } from '#plugins/projects/server/kit/index.ts';
import manifest from '../manifest.ts';
import { itemsApi } from '../common/api.ts';
import { foldersApi, itemChangesApi, itemServiceApi } from '../common/wire-api.ts';
import { ImageIntake } from './image-intake.ts';
import { ItemLists } from './item-lists.ts';
import { ItemReader } from './item-reader.ts';
import { ItemStatuses } from './item-statuses.ts';
import { itemsHandlers } from './items-handlers.ts';
import { Assignments, Folders, ItemChanges, Items, ItemsHooks, Uploads } from './kit/index.ts';
import { foldersHandlers, itemChangesHandlers, itemServiceHandlers } from './wire-handlers.ts';

export default defineServerPlugin(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [Items, Folders, Uploads, Assignments, ItemChanges, ItemsHooks],
  bindings(container) {
    for (const service of [Items, Folders, Uploads, ItemsHooks, Assignments, ImageIntake, ItemChanges, ItemLists, ItemReader, ItemStatuses]) container.bind(service as typeof Items).toSelf();
  },
  activate({ get, implement, tap }) {
    const folders = get(Folders);
    const assignments = get(Assignments);
    const services = { items: get(Items), lists: get(ItemLists), changes: get(ItemChanges), assignments, folders, uploads: get(Uploads) };
    implement(itemsApi, itemsHandlers(services));
    implement(foldersApi, foldersHandlers(services));
    implement(itemChangesApi, itemChangesHandlers(services));
    implement(itemServiceApi, itemServiceHandlers(services));

    const projects = get(ProjectsHooks);
    tap(projects.created, (context, project) => folders.begin(context, project.id));
    tap(projects.counting, async (context, counts, projectIds) => new Map([...counts, ...await folders.counts(context, projectIds)]));
    tap(projects.rooting, async (context, roots, projectIds) => new Map([...roots, ...await folders.roots(context, projectIds)]));
    tap(projects.contributorChanged, (context, change) => assignments.forget(context, change));
  },
});
