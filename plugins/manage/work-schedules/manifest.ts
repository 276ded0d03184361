import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'work-schedules',
  title: 'Work schedules',
  description: 'When members of a team work, and their days off.',
  requires: ['teams'],
  feature: 'user_work_schedule',
  routes: {
    calendar: {
      path: '/t/:teamId/setup/schedules',
      title: 'Schedules',
      access: 'ManageWorkSchedules',
      frame: 'teams.setup',
      icon: 'clock',
    },
  },
  panels: { member: { place: 'team.member', title: 'Work schedule', access: 'ManageWorkSchedules', order: 30 } },
  menus: { 'team.setup': [{ use: 'calendar', order: 50 }] },
});
