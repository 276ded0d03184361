import { defineWebHalf, NavigationToken } from '#core/kernel/web/index.ts';
import { ProjectStore } from '#plugins/workspace/projects/web/kit/index.ts';
import manifest from '../manifest.ts';

export default defineWebHalf(manifest, {
  activate({ get, page, command }) {
    const projects = get(ProjectStore);
    page('list', () => import('./pages/links-page.tsx'));
    page('shared', () => import('./pages/shared-page.tsx'));
    const inProject = (): boolean => projects.state.project !== undefined;
    const ask = (target: string): void => {
      const project = projects.state.project;
      if (project !== undefined)
        get(NavigationToken).go(`/t/${project.team_id}/p/${project.id}/setup/public-links?for=${target}`);
    };
    command(
      'shareItem',
      argument => {
        const itemId = (argument as { readonly itemIds?: readonly number[] } | undefined)?.itemIds?.[0];
        if (itemId !== undefined) ask(`item/${itemId}`);
      },
      inProject,
    );
    command(
      'shareSubset',
      argument => {
        const { subsetId } = argument as { readonly subsetId?: number };
        if (subsetId !== undefined) ask(`subset/${subsetId}`);
      },
      inProject,
    );
  },
});
