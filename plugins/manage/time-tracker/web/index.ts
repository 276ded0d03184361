import { defineWebHalf } from '#core/kernel/web/index.ts';
import manifest from '../manifest.ts';
import { WorkClock } from './work-clock.ts';

export default defineWebHalf(manifest, {
  bindings: container => void container.bind(WorkClock).toSelf(),
  activate({ get, panel, own, tap, hooks }) {
    panel('clock', () => import('./panels/clock-panel.tsx'));
    const clock = get(WorkClock);
    own(clock);
    tap(hooks.leaving, () => clock.flush());
  },
});
