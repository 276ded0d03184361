import { toDisposable } from '#core/base/common/index.ts';
import type { PlaceContext } from '#core/commands/common/index.ts';
import { defineWebHalf } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { OpenItemToken } from '#plugins/annotate/editor/web/kit/index.ts';
import type { Selection } from '#plugins/workspace/items/web/kit/index.ts';
import { ProjectStore } from '#plugins/workspace/projects/web/kit/index.ts';
import manifest from '../manifest.ts';
import { GoldClient } from './gold-client.ts';

export default defineWebHalf(manifest, {
  bindings: container => void container.bind(GoldClient).toSelf(),
  activate({ get, page, panel, command, own }) {
    const [projects, gold] = [get(ProjectStore), get(GoldClient)];
    const [open, teams] = [get(OpenItemToken), get(TeamStore)];
    // Most items neither are gold nor can be: their panel is left out.
    own(
      toDisposable(
        open.onChange(() => {
          const { now } = open;
          if (now === undefined || !teams.can('UpdateProjectSettings')) return;
          const { item, project } = now.opened;
          const show = (shown: boolean): void => {
            if (open.now?.opened.item.id === item.id) open.hidePanel(`${manifest.id}.item`, !shown);
          };
          gold.concerns(project.id, item.id, item.annotation_status).then(show, () => show(true));
        }),
      ),
    );
    page('project', () => import('./pages/gold-page.tsx'));
    panel('item', () => import('./panels/gold-panel.tsx'));
    panel('missed', () => import('./panels/missed-outlines.tsx'));
    for (const [name, isGold] of [
      ['mark', true],
      ['unmark', false],
    ] as const)
      command(
        name,
        ({ selection }: PlaceContext) => gold.markSelected(projects.state.project!.id, selection as Selection, isGold),
        () => projects.state.project !== undefined,
      );
  },
});
