import { defineWebHalf, WebPluginHost } from '#core/kernel/web/index.ts';
import type { PlaceContext } from '#core/commands/common/index.ts';
import type { Selection } from '#plugins/workspace/items/web/kit/index.ts';
import { ItemsWebHooks } from '#plugins/workspace/items/web/kit/index.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';
import { ProjectStore } from '#plugins/workspace/projects/web/kit/index.ts';
import manifest from '../manifest.ts';
import { changeVerb } from './change-verb.ts';
import { DetectionClient } from './detection-client.ts';
import { RunDialogStore } from './run-dialog-store.ts';

export default defineWebHalf(manifest, {
  bindings(container) {
    container.bind(DetectionClient).toSelf();
    container.bind(RunDialogStore).toSelf();
  },
  activate({ get, panel, command, tap, hooks }) {
    for (const place of ['run', 'runOnFound'] as const) panel(place, () => import('./panels/run-dialog.tsx'));
    command('run', ({ selection }: PlaceContext) => get(RunDialogStore).ask(selection as Selection));
    tap(get(ItemsWebHooks).changeVerbs.for('predictions'), changeVerb);
    const [projects, host] = [get(ProjectStore), get(WebPluginHost)];
    let isConnected = false;
    for (const menu of ['items.bulk', 'explore.bulk'])
      tap(hooks.menu.for(menu), items =>
        isConnected && projects.state.project?.type === ProjectType.Vector
          ? undefined
          : items.filter(each => each.id !== 'detection.run'),
      );
    // Without an answer the entry stays away, and the next visit asks again.
    void get(DetectionClient)
      .api.getDetector()
      .then(
        ({ detector }) => {
          isConnected = detector !== null;
          host.menusChanged();
        },
        () => undefined,
      );
  },
});
