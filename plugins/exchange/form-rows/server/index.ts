import { defineServerPlugin, everyHour, LogToken } from '#core/kernel/server/index.ts';
import { Forms } from '#plugins/annotate/form/server/kit/index.ts';
import { importReady } from '#plugins/exchange/exchange/common/notification-kinds.ts';
import { ExchangeHooks } from '#plugins/exchange/exchange/server/kit/index.ts';
import { NotificationKinds } from '#plugins/manage/notifications/server/kit/index.ts';
import manifest from '../manifest.ts';
import { rowsApi } from '../common/rows-api.ts';
import { writeFormArchive } from './form-archive.ts';
import { GeneratedItems } from './generated-items.ts';
import { RowCheck } from './row-check.ts';
import { RowContexts } from './row-context.ts';
import { rowHandlers } from './row-handlers.ts';
import { RowImports } from './row-imports.ts';
import { RowRun } from './row-run.ts';

export default defineServerPlugin(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  bindings(container) {
    container.bind(RowContexts).toSelf();
    container.bind(RowCheck).toSelf();
    container.bind(RowRun).toSelf();
    container.bind(RowImports).toSelf();
    container.bind(GeneratedItems).toSelf();
  },
  activate({ get, find, implement, job, tap, own }) {
    const imports = get(RowImports);
    implement(rowsApi, rowHandlers(imports, get(GeneratedItems)));
    job('lookRows', (run, context) => imports.runCheck(run, context));
    job('importRows', (run, context) => imports.runImport(run, context));
    job('generate', (run, context) => get(GeneratedItems).run(run, context));
    const kinds = find(NotificationKinds);
    if (kinds !== undefined) own(kinds.addForJob('form-rows/importRows', importReady));
    for (const format of ['csv', 'jsonl'] as const) {
      tap(get(ExchangeHooks).writing.for(format), async (context, source, { projectId, classes }) =>
        writeFormArchive(source, { classes, form: await get(Forms).get(context, projectId), format }),
      );
    }
    own(
      everyHour(
        () => imports.clean(),
        error => get(LogToken).error({ err: error }, 'uploaded rows that nobody imported were not removed'),
      ),
    );
  },
});
