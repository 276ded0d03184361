import { QueryClient } from '@tanstack/react-query';
import { throttle } from '#core/base/common/index.ts';
import { EventStream } from '#core/api/web/index.ts';
import { defineWebHalf } from '#core/kernel/web/index.ts';
import { itemsEvents } from '#plugins/workspace/items/common/index.ts';
import { projectsEvents } from '#plugins/workspace/projects/common/index.ts';
import manifest from '../manifest.ts';
import { SummaryLoader } from './summary-loader.ts';

/** Cards follow the work of others this often at most, milliseconds. */
const PAUSE_MS = 3_000;

export default defineWebHalf(manifest, {
  bindings: container => void container.bind(SummaryLoader).toSelf(),
  activate({ get, panel, own }) {
    panel('card', () => import('./panels/card-panel.tsx'));
    const events = get(EventStream);
    const queries = get(QueryClient);
    const refresh = throttle(() => void queries.invalidateQueries({ queryKey: ['projectSummary'] }), PAUSE_MS);
    own(refresh);
    own(events.on(itemsEvents.changed, () => refresh()));
    own(events.on(projectsEvents.contributorsChanged, () => refresh()));
    own(events.on(projectsEvents.settingsChanged, () => refresh()));
  },
});
