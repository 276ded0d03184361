import { defineWebHalf } from '#core/kernel/web/index.ts';
import manifest from '../manifest.ts';
import { OpenedTables } from './opened-tables.ts';

export default defineWebHalf(manifest, {
  bindings: container => void container.bind(OpenedTables).toSelf(),
  activate: ({ panel }) => panel('views', () => import('./panels/views-menu.tsx')),
});
