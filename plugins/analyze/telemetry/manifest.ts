import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'telemetry',
  title: 'Telemetry',
  description: 'Reports of a team as CSV files: status flow, transitions made by people, and time they spent.',
  requires: ['teams', 'projects', 'items', 'workflow'],
  optional: ['time-tracker', 'analytics'],
  feature: 'telemetry_logging',
  routes: {
    reports: { path: '/t/:teamId/telemetry', title: 'Telemetry', access: 'ViewTelemetryReports', icon: 'activity' },
  },
  menus: { main: [{ use: 'reports', order: 78 }] },
  jobs: { report: { title: 'Prepare a telemetry report' } },
});
