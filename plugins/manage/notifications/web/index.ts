import { QueryClient } from '@tanstack/react-query';
import { EventStream } from '#core/api/web/index.ts';
import { defineWebHalf } from '#core/kernel/web/index.ts';
import manifest from '../manifest.ts';
import { NotificationsClient } from './notifications-client.ts';

export default defineWebHalf(manifest, {
  bindings: container => void container.bind(NotificationsClient).toSelf(),
  activate({ get, page, panel, own }) {
    panel('bell', () => import('./panels/bell.tsx'));
    page('list', () => import('./pages/list-page.tsx'));
    page('settings', () => import('./pages/settings-page.tsx'));
    const queries = get(QueryClient);
    own(
      get(EventStream).onMessage(message => {
        if (message.type === 'notifications') void queries.invalidateQueries({ queryKey: ['notifications'] });
      }),
    );
  },
});
