import { defineApi, defineQuery, id, listQuery, paged, success, z } from '#core/api/common/index.ts';
import { schedule, scheduleChange, scheduleDraft, timeOffDraft } from './schedule.ts';

/** Names that a query on schedules may use. */
export const scheduleQuery = defineQuery({
  fields: { id: 'integer', user_id: 'integer', timezone: 'text', validFrom: 'text', createdAt: 'time' },
});

/** Schedules of the members of a team. Who is no team admin has and sees the own one. */
export const workScheduleApi = defineApi({
  service: 'work-management',
  operations: {
    listSchedules: {
      method: 'GET',
      path: '/api/v1/workschedules',
      summary: 'Schedules of the members of the team',
      access: 'ManageWorkSchedules',
      query: z.looseObject(listQuery),
      reply: paged(schedule),
    },
    createSchedule: {
      method: 'POST',
      path: '/api/v1/workschedules',
      summary: 'Give a member a schedule; a member has one',
      access: 'ManageWorkSchedules',
      status: 201,
      body: scheduleDraft,
      reply: schedule,
    },
    updateSchedule: {
      method: 'PATCH',
      path: '/api/v1/workschedules/:id',
      summary: 'Change a schedule',
      access: 'ManageWorkSchedules',
      params: z.strictObject({ id }),
      body: scheduleChange,
      reply: schedule,
    },
    deleteSchedule: {
      method: 'DELETE',
      path: '/api/v1/workschedules/:id',
      summary: 'Take a schedule away: the member counts as always available',
      access: 'ManageWorkSchedules',
      params: z.strictObject({ id }),
      reply: success,
    },
    addTimeOff: {
      method: 'POST',
      path: '/api/v1/workschedules/addtimeoff',
      summary: 'Add days off to a schedule',
      access: 'ManageWorkSchedules',
      status: 201,
      body: timeOffDraft.extend({ schedule_id: z.int().positive() }),
      reply: schedule,
    },
    removeTimeOffs: {
      method: 'POST',
      path: '/api/v1/workschedules/removetimeoffs',
      summary: 'Take days off out of a schedule',
      access: 'ManageWorkSchedules',
      body: z.looseObject({
        schedule_id: z.int().positive(),
        time_off_ids: z.array(z.int().positive()).min(1).max(500),
      }),
      reply: schedule,
    },
  },
});
