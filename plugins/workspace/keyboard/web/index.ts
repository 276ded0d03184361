import { defineWebHalf } from '#core/kernel/web/index.ts';
import manifest from '../manifest.ts';
import { KeyboardStore } from './keyboard-store.ts';

export default defineWebHalf(manifest, {
  bindings: container => void container.bind(KeyboardStore).toSelf(),
  activate({ get, page, own }) {
    page('keys', () => import('./pages/keys-page.tsx'));
    const store = get(KeyboardStore);
    own(store);
    void store.load();
  },
});
