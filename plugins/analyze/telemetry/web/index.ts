import { defineWebHalf } from '#core/kernel/web/index.ts';
import manifest from '../manifest.ts';
import { TelemetryClient } from './telemetry-client.ts';

export default defineWebHalf(manifest, {
  bindings(container) {
    container.bind(TelemetryClient).toSelf();
  },
  activate({ page }) {
    page('reports', () => import('./pages/telemetry-page.tsx'));
  },
});
