import type { PlaceContext } from '#core/commands/common/index.ts';
import { defineWebHalf } from '#core/kernel/web/index.ts';
import type { Selection } from '#plugins/workspace/items/web/kit/index.ts';
import { ProjectStore } from '#plugins/workspace/projects/web/kit/index.ts';
import manifest from '../manifest.ts';
import { GoldClient } from './gold-client.ts';

export default defineWebHalf(manifest, {
  bindings: container => void container.bind(GoldClient).toSelf(),
  activate({ get, page, panel, command }) {
    const [projects, gold] = [get(ProjectStore), get(GoldClient)];
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
