import { defineWebPlugin } from '#core/kernel/web/index.ts';
import manifest from '../manifest.ts';
import { bindPlaces, placeApps } from './places/place-apps.ts';

export default defineWebPlugin(manifest, {
  bindings(container) {
    bindPlaces(container);
  },
  activate(context) {
    placeApps(context);
  },
});
