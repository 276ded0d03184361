import { defineWebHalf } from '@loupe/sdk/plugin/web';
import manifest from '../manifest.ts';

export default defineWebHalf(manifest, {
  activate({ page, command, go, teamId }) {
    page('notes', () => import('./notes-page.tsx'));
    command('jot', () => go(`/t/${teamId()}/notes?new`));
  },
});
