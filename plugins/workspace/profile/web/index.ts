import { defineWebHalf } from '#core/kernel/web/index.ts';
import manifest from '../manifest.ts';
import { ProfileClient } from './profile-client.ts';

export default defineWebHalf(manifest, {
  bindings: container => void container.bind(ProfileClient).toSelf(),
  activate({ page, frame }) {
    frame('tabs', () => import('./pages/profile-frame.tsx'));
    page('profile', () => import('./pages/profile-page.tsx'));
    page('security', () => import('./pages/security-page.tsx'));
    page('teams', () => import('./pages/teams-page.tsx'));
  },
});
