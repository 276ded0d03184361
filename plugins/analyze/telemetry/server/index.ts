import { defineServerHalf } from '#core/kernel/server/index.ts';
import { telemetryApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { TelemetryReports } from './telemetry-reports.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  bindings: container => void container.bind(TelemetryReports).toSelf(),
  activate({ get, implement, job }) {
    const reports = get(TelemetryReports);
    implement(telemetryApi, {
      async listTelemetryReports(_, context) {
        const data = await reports.list(context);
        return { data, count: data.length };
      },
      createTelemetryReport: ({ body }, context) => reports.create(context, body),
      async deleteTelemetryReport({ params }, context) {
        await reports.delete(context, params.report_id);
        return { success: true as const };
      },
    });
    job('report', (run, context) => reports.run(run, context));
  },
});
