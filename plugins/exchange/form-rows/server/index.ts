import { defineServerHalf, everyHour, LogToken } from '#core/kernel/server/index.ts';
import { Forms } from '#plugins/annotate/form/server/kit/index.ts';
import { importReady } from '#plugins/exchange/exchange/common/index.ts';
import { IntegrationHooks } from '#plugins/exchange/integrations/server/kit/index.ts';
import { ExchangeHooks } from '#plugins/exchange/exchange/server/kit/index.ts';
import { NotificationKinds } from '#plugins/manage/notifications/server/kit/index.ts';
import manifest from '../manifest.ts';
import { rowsApi } from '../common/rows-api.ts';
import { writeFormArchive } from './form-archive.ts';
import { GeneratedItems } from './generated-items.ts';
import { QueryImports } from './query-imports.ts';
import { RowCategories } from './row-categories.ts';
import { RowCheck } from './row-check.ts';
import { RowContexts } from './row-context.ts';
import { RowDownloads } from './row-downloads.ts';
import { rowHandlers } from './row-handlers.ts';
import { RowImports } from './row-imports.ts';
import { RowJobs } from './row-jobs.ts';
import { RowPlacement } from './row-placement.ts';
import { RowRecords } from './row-records.ts';
import { RowRun } from './row-run.ts';
import { RowUploads } from './row-uploads.ts';
import { RowValues } from './row-values.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  bindings(container) {
    container.bind(RowContexts).toSelf();
    container.bind(RowCheck).toSelf();
    container.bind(RowPlacement).toSelf();
    container.bind(RowCategories).toSelf();
    container.bind(RowValues).toSelf();
    container.bind(RowRun).toSelf();
    container.bind(RowRecords).toSelf();
    container.bind(RowUploads).toSelf();
    container.bind(RowImports).toSelf();
    container.bind(RowDownloads).toSelf();
    container.bind(RowJobs).toSelf();
    container.bind(GeneratedItems).toSelf();
    container.bind(QueryImports).toSelf();
  },
  activate({ get, find, implement, job, tap, own }) {
    const uploads = get(RowUploads);
    implement(
      rowsApi,
      rowHandlers({ uploads, imports: get(RowImports), downloads: get(RowDownloads), generated: get(GeneratedItems) }),
    );
    const jobs = get(RowJobs);
    job('lookRows', (run, context) => jobs.runCheck(run, context));
    job('importRows', (run, context) => jobs.runImport(run, context));
    job('importQuery', (run, context) => get(QueryImports).run(run, context));
    job('generate', (run, context) => get(GeneratedItems).run(run, context));
    const integrations = find(IntegrationHooks);
    if (integrations !== undefined)
      tap(integrations.attachingTable, (context, attachment) => get(QueryImports).begin(context, attachment));
    const kinds = find(NotificationKinds);
    if (kinds !== undefined) own(kinds.addForJob('form-rows/importRows', importReady));
    for (const format of ['csv', 'jsonl'] as const) {
      tap(get(ExchangeHooks).writing.for(format), async (context, source, { projectId, classes }) =>
        writeFormArchive(source, { classes, form: await get(Forms).get(context, projectId), format }),
      );
    }
    own(
      everyHour(
        () => uploads.clean(),
        error => get(LogToken).error({ err: error }, 'uploaded rows that nobody imported were not removed'),
      ),
    );
  },
});
