import { defineWebHalf } from '#core/kernel/web/index.ts';
import manifest from '../manifest.ts';
import { ErrorLogClient } from './error-log-client.ts';

export default defineWebHalf(manifest, {
  bindings: container => void container.bind(ErrorLogClient).toSelf(),
  activate({ page }) {
    page('errors', () => import('./pages/errors-page.tsx'));
    page('error', () => import('./pages/error-page.tsx'));
  },
});
