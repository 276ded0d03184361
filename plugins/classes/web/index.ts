import { Transport } from '#core/api/web/index.ts';
import { defineWebPlugin } from '#core/kernel/web/index.ts';
import manifest from '../manifest.ts';
import { ClassesClient } from './kit/index.ts';

export default defineWebPlugin(manifest, {
  provides: [ClassesClient],
  bindings(container) {
    container.bind(ClassesClient).toDynamicValue(() => new ClassesClient(container.get(Transport))).inSingletonScope();
  },
  activate({ page }) {
    page('list', () => import('./pages/classes-page.tsx'));
  },
});
