import { defineWebHalf } from '#core/kernel/web/index.ts';
import { FormServices } from '#plugins/annotate/editor-form/web/kit/index.ts';
import manifest from '../manifest.ts';
import { ModelRuns } from './kit/model-runs.ts';
import { ModelsClient } from './models-client.ts';

export default defineWebHalf(manifest, {
  provides: [ModelRuns],
  bindings(container) {
    container.bind(ModelRuns).toSelf();
    container.bind(ModelsClient).toSelf();
  },
  activate({ get, page, panel, own }) {
    page('models', () => import('./pages/models-page.tsx'));
    page('tab', () => import('./pages/models-page.tsx'));
    panel('names', () => import('./panels/names-panel.tsx'));
    own(get(FormServices).provide({ models: get(ModelRuns) }));
  },
});
