import { defineServerHalf } from '#core/kernel/server/index.ts';
import { itemsEvents } from '#plugins/workspace/items/common/index.ts';
import { ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import { ProjectsHooks } from '#plugins/workspace/projects/server/kit/index.ts';
import { MOST_PROJECTS, projectProgressApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { ProjectStatuses } from './project-statuses.ts';
import { ProjectSummaries } from './project-summaries.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  bindings(container) {
    container.bind(ProjectStatuses).toSelf();
    container.bind(ProjectSummaries).toSelf();
  },
  activate({ get, implement, tap, hooks }) {
    implement(projectProgressApi, {
      listProjectSummaries: async ({ query }, context) => ({
        data: [...(await get(ProjectSummaries).of(context, query.project_ids.slice(0, MOST_PROJECTS)))],
      }),
    });
    const statuses = get(ProjectStatuses);
    const projects = get(ProjectsHooks);
    tap(projects.created, (context, project) => statuses.created(context, project));
    tap(projects.updating, (context, { id }, { status }) => {
      if (status !== undefined && status !== null) statuses.choosing(context, id);
      return undefined;
    });
    tap(projects.updated, (context, project) => statuses.updated(context, project));
    const items = get(ItemsHooks);
    tap(items.created, context => statuses.counted(context));
    tap(items.deleting, context => statuses.counted(context));
    tap(items.statusesMigrating, context => statuses.counted(context));
    tap(items.statusChanged, (context, changes) => statuses.moved(context, changes));
    tap(hooks.published, (context, event, payload) =>
      event.name === itemsEvents.changed.name
        ? statuses.follow(context, (payload as { readonly project_id: number }).project_id)
        : undefined,
    );
  },
});
