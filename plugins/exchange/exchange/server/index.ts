import { defineServerPlugin } from '#core/kernel/server/index.ts';
import { NotificationKinds } from '#plugins/manage/notifications/server/kit/index.ts';
import { exportReady, importReady } from '../common/notification-kinds.ts';
import manifest from '../manifest.ts';
import { exportApi, wireExportApi } from '../common/export-api.ts';
import { importApi } from '../common/import-api.ts';
import { ExchangeHooks } from './exchange-hooks.ts';
import { ExportJob } from './export-job.ts';
import { Exports } from './exports.ts';
import { exportHandlers, importHandlers, wireExportHandlers } from './handlers.ts';
import { ImportCheck } from './import-check.ts';
import { ImportAdditions } from './import-additions.ts';
import { ImportLog } from './import-log.ts';
import { ImportRun } from './import-run.ts';
import { ImportUndo } from './import-undo.ts';
import { Imports } from './imports.ts';
import { ItemContents } from './item-contents.ts';
import { ItemFacts } from './item-facts.ts';
import { ProjectContents } from './project-contents.ts';
import { TransferBlobs } from './transfer-blobs.ts';

export default defineServerPlugin(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [ExchangeHooks, ProjectContents],
  bindings(container) {
    container.bind(TransferBlobs).toSelf();
    container.bind(Exports).toSelf();
    container.bind(ExportJob).toSelf();
    container.bind(ProjectContents).toSelf();
    container.bind(ImportCheck).toSelf();
    container.bind(ItemContents).toSelf();
    container.bind(ItemFacts).toSelf();
    container.bind(ImportLog).toSelf();
    container.bind(ImportAdditions).toSelf();
    container.bind(ImportRun).toSelf();
    container.bind(ImportUndo).toSelf();
    container.bind(Imports).toSelf();
    container.bind(ExchangeHooks).toSelf();
  },
  activate({ get, find, implement, job, own }) {
    const exports = get(Exports);
    const imports = get(Imports);
    implement(exportApi, exportHandlers(exports, get(ExportJob)));
    implement(wireExportApi, wireExportHandlers(exports));
    implement(importApi, importHandlers(imports));
    job('export', (run, context) => get(ExportJob).run(run, context));
    job('check', (run, context) => imports.runCheck(run, context));
    job('import', (run, context) => imports.runImport(run, context));
    job('undo', (run, context) => imports.runUndo(run, context));
    const kinds = find(NotificationKinds);
    if (kinds !== undefined) {
      own(kinds.addForJob('exchange/export', exportReady));
      own(kinds.addForJob('exchange/import', importReady));
    }
  },
});
