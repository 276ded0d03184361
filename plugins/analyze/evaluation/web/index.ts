import { defineWebHalf } from '#core/kernel/web/index.ts';
import manifest from '../manifest.ts';
import { EvaluationClient } from './evaluation-client.ts';

export default defineWebHalf(manifest, {
  bindings(container) {
    container.bind(EvaluationClient).toSelf();
  },
  activate({ page, panel }) {
    page('evaluation', () => import('./pages/evaluation-page.tsx'));
    panel('confusion', () => import('./parts/confusion-panel.tsx'));
  },
});
