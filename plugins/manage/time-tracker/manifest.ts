import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'time-tracker',
  title: 'Time tracker',
  description: 'Active working time on items, kept as a log of beats from which every total can be computed again.',
  requires: ['projects', 'items', 'editor'],
  feature: 'telemetry_logging',
  activation: { with: 'editor' },
  panels: { clock: { place: 'editor.top', title: 'Time', access: 'TrackTime' } },
});
