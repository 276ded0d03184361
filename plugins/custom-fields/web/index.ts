import { QueryClient } from '@tanstack/react-query';
import { encodeEntityContext } from '#core/api/common/index.ts';
import { Transport } from '#core/api/web/index.ts';
import { defineWebPlugin, WebPluginHost } from '#core/kernel/web/index.ts';
import { ProjectStore } from '#plugins/projects/web/kit/index.ts';
import { TeamsWebHooks } from '#plugins/teams/web/kit/index.ts';
import { customFieldsApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { CustomFieldsClient } from './custom-fields-client.ts';
import { fieldColumns } from './member-columns.tsx';

/** Calls that are about the people of the project that is open when they name people in a project. */
const inProject: ReadonlySet<string> = new Set(Object.values(customFieldsApi.operations).filter(each => each.path.includes('/customentities')).map(each => each.path));

export default defineWebPlugin(manifest, {
  bindings: container => void container.bind(CustomFieldsClient).toSelf(),
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
      if (project === undefined || call.service !== customFieldsApi.service || !inProject.has(call.path) || !request.url.includes('parentEntity=Project')) return undefined;
      return { ...request, headers: { ...request.headers, 'x-entity-context': encodeEntityContext({ team_id: project.team_id, project_id: project.id }) } };
    });
    tap(get(TeamsWebHooks).columns, async (_, columns) => {
      const templates = await calls.templates('Contributor/Team');
      const container = host.container(manifest.id);
      return templates.length === 0 || container === undefined ? columns : [...columns, ...fieldColumns(templates, await calls.ofMembers(), container)];
    });
    // The table may have asked before this plugin was there.
    void get(QueryClient).invalidateQueries({ queryKey: ['teams', 'memberColumns'] });
  },
});
