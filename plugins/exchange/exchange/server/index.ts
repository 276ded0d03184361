import { defineServerHalf } from '#core/kernel/server/index.ts';
import { NotificationKinds } from '#plugins/manage/notifications/server/kit/index.ts';
import { exportReady, importReady } from '../common/notification-kinds.ts';
import manifest from '../manifest.ts';
import { exportApi, wireExportApi } from '../common/export-api.ts';
import { importApi } from '../common/import-api.ts';
import { ExchangeHooks } from './exchange-hooks.ts';
import { ExportItems } from './export-items.ts';
import { ExportJob } from './export-job.ts';
import { ExportPreview } from './export-preview.ts';
import { ExportScopes } from './export-scopes.ts';
import { ExportViews } from './export-view.ts';
import { Exports } from './exports.ts';
import { exportHandlers, importHandlers, wireExportHandlers } from './handlers.ts';
import { ImportCheck } from './import-check.ts';
import { ImportAdditions } from './import-additions.ts';
import { ImportJobs } from './import-jobs.ts';
import { ImportLog } from './import-log.ts';
import { ImportRecords } from './import-records.ts';
import { ImportRun } from './import-run.ts';
import { ImportUndo } from './import-undo.ts';
import { Imports } from './imports.ts';
import { ItemContents } from './item-contents.ts';
import { ItemFacts } from './item-facts.ts';
import { ProjectContents } from './project-contents.ts';
import { TransferBlobs } from './transfer-blobs.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [ExchangeHooks, Exports, ItemContents, ProjectContents],
  bindings(container) {
    container.bind(TransferBlobs).toSelf();
    container.bind(ExportScopes).toSelf();
    container.bind(ExportViews).toSelf();
    container.bind(Exports).toSelf();
    container.bind(ExportItems).toSelf();
    container.bind(ExportPreview).toSelf();
    container.bind(ExportJob).toSelf();
    container.bind(ProjectContents).toSelf();
    container.bind(ImportCheck).toSelf();
    container.bind(ItemContents).toSelf();
    container.bind(ItemFacts).toSelf();
    container.bind(ImportLog).toSelf();
    container.bind(ImportAdditions).toSelf();
    container.bind(ImportRun).toSelf();
    container.bind(ImportUndo).toSelf();
    container.bind(ImportRecords).toSelf();
    container.bind(Imports).toSelf();
    container.bind(ImportJobs).toSelf();
    container.bind(ExchangeHooks).toSelf();
  },
  activate({ get, find, implement, job, own }) {
    const exports = get(Exports);
    implement(exportApi, exportHandlers(exports, get(ExportPreview)));
    implement(wireExportApi, wireExportHandlers(exports, get(ExportScopes)));
    implement(importApi, importHandlers(get(Imports)));
    job('export', (run, context) => get(ExportJob).run(run, context));
    const importJobs = get(ImportJobs);
    job('check', (run, context) => importJobs.runCheck(run, context));
    job('import', (run, context) => importJobs.runImport(run, context));
    job('undo', (run, context) => importJobs.runUndo(run, context));
    const kinds = find(NotificationKinds);
    if (kinds !== undefined) {
      own(kinds.addForJob('exchange/export', exportReady));
      own(kinds.addForJob('exchange/import', importReady));
    }
  },
});
