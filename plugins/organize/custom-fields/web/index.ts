import { QueryClient } from '@tanstack/react-query';
import { encodeEntityContext } from '#core/api/common/index.ts';
import { Transport } from '#core/api/web/index.ts';
import { defineWebHalf, WebPluginHost } from '#core/kernel/web/index.ts';
import { projectKeys } from '#plugins/workspace/projects/common/index.ts';
import { ProjectStore, ProjectsWebHooks } from '#plugins/workspace/projects/web/kit/index.ts';
import { teamKeys } from '#plugins/workspace/teams/common/index.ts';
import { TeamsWebHooks } from '#plugins/workspace/teams/web/kit/index.ts';
import { customFieldsApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { CustomFieldsClient } from './custom-fields-client.ts';
import { fieldColumns } from './member-columns.tsx';
import { ProjectColumns } from './project-columns.ts';

/** Calls that are about the people of the project that is open when they name people in a project. */
const inProject: ReadonlySet<string> = new Set(
  Object.values(customFieldsApi.operations)
    .filter(each => each.path.includes('/customentities'))
    .map(each => each.path),
);

export default defineWebHalf(manifest, {
  bindings(container) {
    container.bind(CustomFieldsClient).toSelf();
    container.bind(ProjectColumns).toSelf();
  },
  activate({ get, page, panel, tap }) {
    const calls = get(CustomFieldsClient);
    const host = get(WebPluginHost);
    page('fields', () => import('./pages/fields-page.tsx'));
    page('ofProject', () => import('./pages/project-fields-page.tsx'));
    panel('member', () => import('./panels/member-panel.tsx'));
    panel('contributor', () => import('./panels/contributor-panel.tsx'));
    const projects = get(ProjectStore);
    tap(get(Transport).hooks.sending, (request, call) => {
      const { project } = projects.state;
      if (
        project === undefined ||
        call.service !== customFieldsApi.service ||
        !inProject.has(call.path) ||
        !request.url.includes('parentEntity=Project')
      )
        return undefined;
      return {
        ...request,
        headers: {
          ...request.headers,
          'x-entity-context': encodeEntityContext({ team_id: project.team_id, project_id: project.id }),
        },
      };
    });
    tap(get(TeamsWebHooks).columns, async (_, columns) => {
      const templates = await calls.templates('Contributor/Team');
      const container = host.container(manifest.id);
      return templates.length === 0 || container === undefined
        ? columns
        : [...columns, ...fieldColumns(templates, await calls.ofMembers(), container)];
    });
    tap(get(ProjectsWebHooks).columns, async (_, sources) => [...sources, await get(ProjectColumns).source()]);
    // The tables may have asked before this plugin was there.
    const queries = get(QueryClient);
    void queries.invalidateQueries({ queryKey: teamKeys.memberColumns });
    void queries.invalidateQueries({ queryKey: projectKeys.columns });
  },
});
