import { defineWebHalf } from '#core/kernel/web/index.ts';
import manifest from '../manifest.ts';
import { ScoresClient } from './scores-client.ts';

export default defineWebHalf(manifest, {
  bindings: container => void container.bind(ScoresClient).toSelf(),
  activate({ page, panel }) {
    page('templates', () => import('./pages/scores-page.tsx'));
    panel('member', () => import('./panels/member-panel.tsx'));
    panel('form', () => import('./panels/form-panel.tsx'));
    panel('field', () => import('./panels/field-panel.tsx'));
    panel('item', () => import('./panels/item-panel.tsx'));
  },
});
