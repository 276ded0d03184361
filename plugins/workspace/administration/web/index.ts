import { defineWebHalf } from '#core/kernel/web/index.ts';
import manifest from '../manifest.ts';
import { AdminClient } from './admin-client.ts';

export default defineWebHalf(manifest, {
  bindings: container => void container.bind(AdminClient).toSelf(),
  activate({ page, frame }) {
    frame('organization', () => import('./pages/organization-frame.tsx'));
    page('organizations', () => import('./pages/organizations-page.tsx'));
    page('plugins', () => import('./pages/plugins-page.tsx'));
    page('extensions', () => import('./pages/extensions-page.tsx'));
    page('organization', () => import('./pages/organization-page.tsx'));
    page('ownOrganization', () => import('./pages/organization-plugins-page.tsx'));
  },
});
