import { QueryClient } from '@tanstack/react-query';
import { throttle } from '#core/base/common/index.ts';
import { EventStream } from '#core/api/web/index.ts';
import { defineWebHalf } from '#core/kernel/web/index.ts';
import { itemsEvents } from '#plugins/workspace/items/common/index.ts';
import { projectsEvents } from '#plugins/workspace/projects/common/index.ts';
import manifest from '../manifest.ts';
import { MyWorkClient } from './my-work-client.ts';

/** Items that others change one by one are counted once in this time, milliseconds. */
const PAUSE_MS = 2_000;

export default defineWebHalf(manifest, {
  bindings: container => void container.bind(MyWorkClient).toSelf(),
  activate({ get, page, panel, own }) {
    page('page', () => import('./pages/my-work-page.tsx'));
    panel('waiting', () => import('./panels/waiting-panel.tsx'));
    panel('next', () => import('./panels/next-button.tsx'));
    const events = get(EventStream);
    const queries = get(QueryClient);
    const refresh = throttle(() => void queries.invalidateQueries({ queryKey: ['myWork'] }), PAUSE_MS);
    own(refresh);
    own(events.on(itemsEvents.changed, () => refresh()));
    own(events.on(projectsEvents.contributorsChanged, () => refresh()));
    own(events.on(projectsEvents.settingsChanged, () => refresh()));
  },
});
