import { defineWebHalf } from '#core/kernel/web/index.ts';
import manifest from '../manifest.ts';
import { ProvidersClient } from './providers-client.ts';

export default defineWebHalf(manifest, {
  bindings: container => void container.bind(ProvidersClient).toSelf(),
  activate({ page, panel }) {
    page('sent', () => import('./pages/sent-page.tsx'));
    page('received', () => import('./pages/received-page.tsx'));
    panel('open', () => import('./panels/open-requests.tsx'));
  },
});
