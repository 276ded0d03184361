import { defineWebHalf } from '#core/kernel/web/index.ts';
import manifest from '../manifest.ts';
import { AuditClient } from './audit-client.ts';

export default defineWebHalf(manifest, {
  bindings: container => void container.bind(AuditClient).toSelf(),
  activate({ page }) {
    page('team', () => import('./pages/team-audit-page.tsx'));
    page('organization', () => import('./pages/organization-audit-page.tsx'));
    page('installation', () => import('./pages/installation-audit-page.tsx'));
  },
});
