import { defineServerHalf } from '#core/kernel/server/index.ts';
import { workScheduleApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { Schedules } from './schedules.ts';
import { workScheduleHandlers } from './work-schedule-handlers.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  bindings: container => void container.bind(Schedules).toSelf(),
  activate: ({ get, implement }) => implement(workScheduleApi, workScheduleHandlers(get(Schedules))),
});
