import { QueryClient } from '@tanstack/react-query';
import { defineWebPlugin, WebPluginHost } from '#core/kernel/web/index.ts';
import { TeamsWebHooks } from '#plugins/teams/web/kit/index.ts';
import manifest from '../manifest.ts';
import { CustomFieldsClient } from './custom-fields-client.ts';
import { fieldColumns } from './member-columns.tsx';

export default defineWebPlugin(manifest, {
  bindings: container => void container.bind(CustomFieldsClient).toSelf(),
  activate({ get, page, panel, tap }) {
    const calls = get(CustomFieldsClient);
    const host = get(WebPluginHost);
    page('fields', () => import('./pages/fields-page.tsx'));
    page('ofProject', () => import('./pages/project-fields-page.tsx'));
    panel('member', () => import('./panels/member-panel.tsx'));
    tap(get(TeamsWebHooks).columns, async (_, columns) => {
      const templates = await calls.templates('Contributor/Team');
      const container = host.container(manifest.id);
      return templates.length === 0 || container === undefined ? columns : [...columns, ...fieldColumns(templates, await calls.ofMembers(), container)];
    });
    // The table may have asked before this plugin was there.
    void get(QueryClient).invalidateQueries({ queryKey: ['teams', 'memberColumns'] });
  },
});
