import type { Handlers } from '#core/api/server/index.ts';
import type { workScheduleApi } from '../common/api.ts';
import type { Schedules } from './schedules.ts';

export function workScheduleHandlers(schedules: Schedules): Handlers<typeof workScheduleApi> {
  return {
    listSchedules: ({ query }, context) => schedules.list(context, query),
    createSchedule: ({ body }, context) => schedules.create(context, body),
    updateSchedule: ({ params, body }, context) => schedules.update(context, params.id, body),
    async deleteSchedule({ params }, context) {
      await schedules.remove(context, params.id);
      return { success: true };
    },
    addTimeOff: ({ body }, context) => schedules.addTimeOff(context, body.schedule_id, body),
    removeTimeOffs: ({ body }, context) => schedules.removeTimeOffs(context, body.schedule_id, body.time_off_ids),
  };
}
