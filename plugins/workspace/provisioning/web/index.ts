import { defineWebHalf } from '#core/kernel/web/index.ts';
import manifest from '../manifest.ts';
import { ProvisioningClient } from './provisioning-client.ts';

export default defineWebHalf(manifest, {
  bindings: container => void container.bind(ProvisioningClient).toSelf(),
  activate: ({ page }) => page('page', () => import('./pages/provisioning-page.tsx')),
});
