import { defineServerHalf } from '#core/kernel/server/index.ts';
import { timeTrackerApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { TimeTrackerHooks } from './time-tracker-hooks.ts';
import { WorkLog } from './work-log.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [TimeTrackerHooks],
  bindings(container) {
    container.bind(TimeTrackerHooks).toSelf();
    container.bind(WorkLog).toSelf();
  },
  activate({ get, implement }) {
    const log = get(WorkLog);
    implement(timeTrackerApi, {
      keepBeats: async ({ params, body }, context) => ({
        kept: await log.keep(context, params.project_id, body.beats, body.sent_at),
      }),
      ownTime: ({ params, query }, context) => log.own(context, params.project_id, query.since, query.item_id),
    });
  },
});
