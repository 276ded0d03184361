import type { Handlers } from '#core/api/server/index.ts';
import { defineServerHalf, everyHour, LogToken } from '#core/kernel/server/index.ts';
import { usageApi } from '../common/api.ts';
import { usageExportsApi } from '../common/exports-api.ts';
import manifest from '../manifest.ts';
import { UsageExports } from './usage-exports.ts';
import { UsageFigures } from './usage-figures.ts';
import { UsageOutbox } from './usage-outbox.ts';
import { UsageRecorder } from './usage-recorder.ts';
import { UsageSettings } from './usage-settings.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [UsageExports, UsageOutbox],
  bindings(container) {
    container.bind(UsageSettings).toSelf();
    container.bind(UsageOutbox).toSelf();
    container.bind(UsageRecorder).toSelf();
    container.bind(UsageFigures).toSelf();
    container.bind(UsageExports).toSelf();
  },
  activate({ get, implement, hooks, tap, own }) {
    const [settings, recorder, figures, outbox] = [
      get(UsageSettings),
      get(UsageRecorder),
      get(UsageFigures),
      get(UsageOutbox),
    ];
    const handlers: Handlers<typeof usageApi> = {
      usageState: async () => ({ on: (await settings.current()).sink !== 'off' }),
      async reportActions({ body }, context) {
        await recorder.record(context, body);
        return { success: true };
      },
      getUsageSettings: () => settings.view(),
      setUsageSettings: ({ body }, context) => settings.change(context, body.sink, body.address),
      getUsage: ({ query }) => figures.figures(query),
    };
    const exports = get(UsageExports);
    implement(usageApi, handlers);
    implement(usageExportsApi, exports.handlers());
    own(outbox.watch());
    own(
      everyHour(
        () => recorder.trim(),
        error => get(LogToken).warn({ err: error }, 'old usage figures were not deleted'),
      ),
    );
    tap(hooks.starting, () => exports.resume());
    tap(hooks.stopping, () => exports.stop());
    tap(hooks.stopping, () => outbox.deliver());
  },
});
