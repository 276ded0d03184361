import { defineWebHalf } from '#core/kernel/web/index.ts';
import manifest from '../manifest.ts';
import { AccessTokensClient } from './access-tokens-client.ts';

export default defineWebHalf(manifest, {
  bindings: container => void container.bind(AccessTokensClient).toSelf(),
  activate: ({ page }) => page('page', () => import('./pages/access-tokens-page.tsx')),
});
