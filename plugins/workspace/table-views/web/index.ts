import { defineWebHalf } from '#core/kernel/web/index.ts';
import manifest from '../manifest.ts';
import { OpenedTables } from './opened-tables.ts';
import { ViewChanges } from './view-changes.ts';

export default defineWebHalf(manifest, {
  bindings: container => {
    container.bind(OpenedTables).toSelf();
    container.bind(ViewChanges).toSelf();
  },
  activate: ({ panel }) => panel('views', () => import('./panels/views-menu.tsx')),
});
