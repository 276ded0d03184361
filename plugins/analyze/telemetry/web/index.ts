import { defineWebPlugin } from '#core/kernel/web/index.ts';
import manifest from '../manifest.ts';
import { TelemetryClient } from './telemetry-client.ts';

export default defineWebPlugin(manifest, {
  bindings(container) {
    container.bind(TelemetryClient).toSelf();
  },
  activate({ page }) {
    page('reports', () => import('./pages/telemetry-page.tsx'));
  },
});
