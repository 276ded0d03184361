import { QueryClient } from '@tanstack/react-query';
import type { PlaceContext } from '#core/commands/common/index.ts';
import { EventStream } from '#core/api/web/index.ts';
import { defineWebHalf } from '#core/kernel/web/index.ts';
import { OpenItemToken } from '#plugins/annotate/editor/web/kit/index.ts';
import type { Selection } from '#plugins/workspace/items/web/kit/index.ts';
import { automationsEvents } from '../common/events.ts';
import manifest from '../manifest.ts';
import { AutomationsClient } from './automations-client.ts';
import { EditorKeys } from './editor-keys.ts';
import { FireStore } from './fire-store.ts';

export default defineWebHalf(manifest, {
  bindings(container) {
    for (const service of [AutomationsClient, EditorKeys, FireStore])
      container
        .bind(service as typeof EditorKeys)
        .toSelf()
        .inSingletonScope();
  },
  activate({ get, find, own, page, panel, command }) {
    const keys = get(EditorKeys);
    const [events, queries] = [get(EventStream), get(QueryClient)];
    page('list', () => import('./pages/pipelines-page.tsx'));
    page('history', () => import('./pages/history-page.tsx'));
    page('actions', () => import('./pages/actions-page.tsx'));
    page('action', () => import('./pages/action-page.tsx'));
    page('secrets', () => import('./pages/secrets-page.tsx'));
    page('events', () => import('./pages/events-page.tsx'));
    page('tokens', () => import('./pages/tokens-page.tsx'));
    page('limits', () => import('./pages/limits-page.tsx'));
    page('newPipeline', () => import('./pages/new-pipeline-page.tsx'));
    page('pipeline', () => import('./pages/pipeline-page.tsx'));
    for (const name of ['save', 'undo', 'redo', 'layout', 'duplicate', 'toggleEnabled', 'showAll', 'tryOut'] as const)
      command(
        name,
        () => keys.open?.[name]?.(),
        () => keys.open?.[name] !== undefined,
      );
    const fireDialog = () => import('./panels/fire-dialog.tsx');
    for (const place of ['fireItems', 'fireFound', 'fireOpened'] as const) panel(place, fireDialog);
    panel('ofTransition', () => import('./panels/transition-pipelines.tsx'));
    const store = get(FireStore);
    command('fire', ({ selection }: PlaceContext) => store.ask(selection as Selection));
    const open = find(OpenItemToken);
    command(
      'fireOpen',
      async () => {
        const item = open?.now?.opened.item;
        // The pipeline reads what is stored.
        if (item !== undefined && (await open?.save()) === true) store.ask({ ids: new Set([item.id]) });
      },
      () => open?.now !== undefined,
    );
    const refresh = (): void => void queries.invalidateQueries({ queryKey: ['automations'] });
    for (const event of [automationsEvents.changed, automationsEvents.ran]) own(events.on(event, refresh));
  },
});
