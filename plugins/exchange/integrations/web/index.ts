import type { PlaceContext } from '#core/commands/common/index.ts';
import { defineWebHalf, NavigationToken } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { ProjectStore } from '#plugins/workspace/projects/web/kit/index.ts';
import manifest from '../manifest.ts';
import { IntegrationsClient } from './integrations-client.ts';

export default defineWebHalf(manifest, {
  bindings: container => void container.bind(IntegrationsClient).toSelf(),
  activate({ get, page, panel, command }) {
    const dialogs = get(IntegrationsClient);
    const teams = get(TeamStore);
    const projects = get(ProjectStore);
    const navigation = get(NavigationToken);

    page('list', () => import('./pages/integrations-page.tsx'));
    page('ofOrganization', () => import('./pages/organization-integrations-page.tsx'));
    panel('attach', () => import('./panels/attach-panel.tsx'));
    const pathOf = (team: number): string => `/t/${team}/integrations`;
    // Elsewhere the chord belongs to what is new there.
    command(
      'newIntegration',
      () => dialogs.create(true),
      () => teams.state.team !== undefined && navigation.path.endsWith(pathOf(teams.state.team.id)),
    );
    command(
      'fromIntegration',
      ({ projectId, folderId }: PlaceContext) =>
        dialogs.attach({
          projectId: (projectId as number | undefined) ?? projects.state.project!.id,
          projectType: projects.state.project!.type,
          folderId: folderId as number | undefined,
        }),
      () =>
        projects.state.project !== undefined &&
        projects.state.project.upload_state !== 2 &&
        /\/data(\/f\/\d+)?$/.test(navigation.path),
    );
  },
});
