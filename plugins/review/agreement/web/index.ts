import { QueryClient } from '@tanstack/react-query';
import { EventStream } from '#core/api/web/index.ts';
import type { PlaceContext } from '#core/commands/common/index.ts';
import { defineWebHalf } from '#core/kernel/web/index.ts';
import { EditorHooks } from '#plugins/annotate/editor/web/kit/index.ts';
import type { Selection } from '#plugins/workspace/items/web/kit/index.ts';
import { projectsEvents } from '#plugins/workspace/projects/common/index.ts';
import { ProjectStore } from '#plugins/workspace/projects/web/kit/index.ts';
import manifest from '../manifest.ts';
import { AgreementClient, ruleKey } from './agreement-client.ts';
import { CurationController } from './curation-controller.ts';
import { OwnWork } from './own-work.ts';

export default defineWebHalf(manifest, {
  bindings(container) {
    container.bind(AgreementClient).toSelf();
    container.bind(OwnWork).toSelf();
    container.bind(CurationController).toSelf();
  },
  activate({ get, page, panel, command, tap, own }) {
    page('project', () => import('./pages/agreement-page.tsx'));
    panel('give', () => import('./panels/give-dialog.tsx'));
    panel('own', () => import('./panels/own-work.tsx'));
    panel('curation', () => import('./panels/curation-panel.tsx'));
    panel('outlines', () => import('./panels/curation-outlines.tsx'));
    own(get(CurationController));
    command(
      'give',
      ({ selection }: PlaceContext) => get(AgreementClient).give(selection as Selection),
      () => get(ProjectStore).state.project !== undefined,
    );
    const queries = get(QueryClient);
    own(
      get(EventStream).on(
        projectsEvents.settingsChanged,
        ({ project_id: id }) => void queries.invalidateQueries({ queryKey: ruleKey(id) }),
      ),
    );
    const hooks = get(EditorHooks);
    const work = get(OwnWork);
    tap(hooks.submitting, async () => (await work.submitOpen()) || undefined);
    // Before more is requested, what one has is finished.
    tap(
      hooks.outOfTasks,
      async ({ opened }) => {
        const itemId = await work.next(opened.project.id, opened.item.id);
        return itemId === undefined ? undefined : { itemId };
      },
      { stage: -1 },
    );
  },
});
