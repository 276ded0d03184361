import { defineWebHalf } from '#core/kernel/web/index.ts';
import manifest from '../manifest.ts';
import { AppKeys } from './app-keys.ts';
import { AppsClient } from './apps-client.ts';
import { bindPlaces, placeApps } from './places/place-apps.ts';

export default defineWebHalf(manifest, {
  bindings(container) {
    bindPlaces(container);
    container.bind(AppsClient).toSelf();
    container.bind(AppKeys).toSelf().inSingletonScope();
  },
  async activate(context) {
    const { get, page, command } = context;
    const keys = get(AppKeys);
    page('list', () => import('./pages/apps-page.tsx'));
    page('workshop', () => import('./pages/workshop-page.tsx'));
    for (const name of ['newApp', 'saveApp', 'buildApp', 'reloadApp'] as const)
      command(
        name,
        () => keys.run(name),
        () => keys.can(name),
      );
    await placeApps(context);
  },
});
