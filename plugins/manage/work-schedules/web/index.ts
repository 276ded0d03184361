import { defineWebHalf } from '#core/kernel/web/index.ts';
import manifest from '../manifest.ts';
import { WorkScheduleClient } from './work-schedule-client.ts';

export default defineWebHalf(manifest, {
  bindings: container => void container.bind(WorkScheduleClient).toSelf(),
  activate({ page, panel }) {
    page('calendar', () => import('./pages/calendar-page.tsx'));
    panel('member', () => import('./panels/member-panel.tsx'));
  },
});
