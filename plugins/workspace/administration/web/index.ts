import { defineWebHalf } from '#core/kernel/web/index.ts';
import manifest from '../manifest.ts';
import { AdminClient } from './admin-client.ts';

export default defineWebHalf(manifest, {
  bindings: container => void container.bind(AdminClient).toSelf(),
  activate({ page, frame }) {
    frame('admin', () => import('./pages/admin-frame.tsx'));
    frame('organization', () => import('./pages/organization-frame.tsx'));
    page('organizations', () => import('./pages/organizations-page.tsx'));
    page('plugins', () => import('./pages/plugins-page.tsx'));
    page('extensions', () => import('./pages/extensions-page.tsx'));
    page('maintenance', () => import('./pages/maintenance-page.tsx'));
    page('organization', () => import('./pages/organization-page.tsx'));
    page('users', () => import('./pages/users-page.tsx'));
    page('invitations', () => import('./pages/invitations-page.tsx'));
    page('jobs', () => import('./pages/jobs-page.tsx'));
    page('ownOrganization', () => import('./pages/organization-teams-page.tsx'));
    page('members', () => import('./pages/organization-members-page.tsx'));
    page('organizationPlugins', () => import('./pages/organization-plugins-page.tsx'));
  },
});
