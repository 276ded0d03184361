import { defineWebPlugin } from '#core/kernel/web/index.ts';
import manifest from '../manifest.ts';
import { AppKeys } from './app-keys.ts';
import type { AppActions } from './app-keys.ts';
import { AppsClient } from './apps-client.ts';

export default defineWebPlugin(manifest, {
  bindings(container) {
    container.bind(AppsClient).toSelf();
    container.bind(AppKeys).toSelf().inSingletonScope();
  },
  activate({ get, page, command }) {
    const keys = get(AppKeys);
    page('list', () => import('./pages/apps-page.tsx'));
    page('workshop', () => import('./pages/workshop-page.tsx'));
    for (const name of Object.keys(manifest.commands) as (keyof AppActions)[]) command(name, () => keys.run(name), () => keys.can(name));
  },
});
