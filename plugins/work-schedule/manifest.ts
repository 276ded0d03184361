import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'work-schedule',
  title: 'Work schedules',
  description: 'When members of a team work and when they are off.',
  feature: 'user_work_schedule',
});
