import { defineWebHalf } from '#core/kernel/web/index.ts';
import manifest from '../manifest.ts';
import { WebhooksClient } from './webhooks-client.ts';

export default defineWebHalf(manifest, {
  bindings: container => void container.bind(WebhooksClient).toSelf(),
  activate({ page }) {
    page('list', () => import('./pages/webhooks-page.tsx'));
    page('webhook', () => import('./pages/webhook-page.tsx'));
  },
});
