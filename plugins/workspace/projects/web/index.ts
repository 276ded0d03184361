import { QueryClient } from '@tanstack/react-query';
import { EventStream } from '#core/api/web/index.ts';
import { SessionStore } from '#core/auth/web/index.ts';
import { defineWebHalf, NavigationToken, WebPluginHost } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { toast } from '#core/ui/web/index.ts';
import { projectKeys } from '../common/query-keys.ts';
import { ProjectTypes } from '../common/project-types.ts';
import manifest from '../manifest.ts';
import { projectsEvents } from '../common/events.ts';
import { ProjectStore } from './kit/project-store.ts';
import { ProjectsWebHooks } from './kit/projects-web-hooks.ts';
import { ListViewStore } from './list-view-store.ts';
import { messages } from './messages.ts';
import { NewProjectStore } from './new-project-draft.ts';
import { ProjectsClient } from './projects-client.ts';

export default defineWebHalf(manifest, {
  provides: [ProjectStore, ProjectTypes, ProjectsWebHooks],
  bindings(container) {
    for (const service of [ProjectStore, ProjectsWebHooks, ProjectsClient, ListViewStore, NewProjectStore])
      container.bind<object>(service).toSelf();
    container.bind(ProjectTypes).toDynamicValue(() => new ProjectTypes(container.get(WebPluginHost).manifests));
  },
  activate({ get, page, frame, command, tap, hooks, own }) {
    const store = get(ProjectStore);
    const navigation = get(NavigationToken);
    const queries = get(QueryClient);
    const events = get(EventStream);

    frame('project', () => import('./pages/project-frame.tsx'));
    frame('setup', () => import('./pages/setup-frame.tsx'));
    page('list', () => import('./pages/projects-page.tsx'));
    page('new', () => import('./pages/new-project-page.tsx'));
    page('open', () => import('./pages/open-page.tsx'));
    page('setup', () => import('./pages/setup-page.tsx'));
    page('general', () => import('./pages/general-page.tsx'));
    page('instructions', () => import('./pages/instructions-page.tsx'));
    page('contributors', () => import('./pages/contributors-page.tsx'));

    // Inside a project the chord belongs to what is new there.
    command(
      'newProject',
      () => navigation.go(`/t/${get(TeamStore).state.team?.id}/projects/new`),
      () => /^\/t\/\d+\/projects$/.test(navigation.path),
    );

    tap(hooks.menu.for('breadcrumb'), (items, params) => {
      const project = store.state.project;
      if (project === undefined || String(project.id) !== params['projectId']) return undefined;
      return [
        ...items,
        { id: 'projects.all', title: messages.shared.projects, order: 0, path: `/t/${project.team_id}/projects` },
        { id: 'projects.project', title: project.name, order: 1, path: `/t/${project.team_id}/p/${project.id}` },
      ];
    });
    const refresh = (): void => void queries.invalidateQueries({ queryKey: projectKeys.all });
    const { deleted, ...changes } = projectsEvents;
    for (const event of Object.values(changes)) own(events.on(event, refresh));
    own(
      events.on(deleted, ({ project_id: id }, { by }) => {
        const open = store.state.project;
        if (open?.id === id) {
          navigation.go(`/t/${open.team_id}/projects`);
          if (by !== get(SessionStore).state.email) toast(messages.plugin.nameWasDeleted(open.name));
        }
        for (const list of ['list', 'deleted']) void queries.invalidateQueries({ queryKey: ['projects', list] });
      }),
    );
    own({ dispose: () => store.leave() });
  },
});
