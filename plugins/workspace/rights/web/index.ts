import { defineWebHalf } from '#core/kernel/web/index.ts';
import manifest from '../manifest.ts';
import { RightsClient } from './rights-client.ts';

export default defineWebHalf(manifest, {
  bindings: container => void container.bind(RightsClient).toSelf(),
  activate({ page, panel }) {
    page('page', () => import('./pages/rights-page.tsx'));
    panel('member', () => import('./member-panel.tsx'));
  },
});
