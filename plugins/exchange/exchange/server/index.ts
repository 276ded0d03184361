import { defineServerPlugin, everyHour, LogToken } from '#core/kernel/server/index.ts';
import manifest from '../manifest.ts';
import { exportApi, wireExportApi } from '../common/export-api.ts';
import { importApi } from '../common/import-api.ts';
import { rowsApi } from '../common/rows/rows-api.ts';
import { ExportJob } from './export-job.ts';
import { Exports } from './exports.ts';
import { exportHandlers, importHandlers, wireExportHandlers } from './handlers.ts';
import { ImportCheck } from './import-check.ts';
import { ImportRun } from './import-run.ts';
import { Imports } from './imports.ts';
import { ItemFacts } from './item-facts.ts';
import { ProjectContents } from './project-contents.ts';
import { GeneratedItems } from './rows/generated-items.ts';
import { RowCheck } from './rows/row-check.ts';
import { RowGrounds } from './rows/row-ground.ts';
import { rowHandlers } from './rows/row-handlers.ts';
import { RowImports } from './rows/row-imports.ts';
import { RowRun } from './rows/row-run.ts';
import { TransferBlobs } from './transfer-blobs.ts';

export default defineServerPlugin(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  bindings(container) {
    container.bind(TransferBlobs).toSelf();
    container.bind(Exports).toSelf();
    container.bind(ExportJob).toSelf();
    container.bind(ProjectContents).toSelf();
    container.bind(ImportCheck).toSelf();
    container.bind(ItemFacts).toSelf();
    container.bind(ImportRun).toSelf();
    for (const service of [Imports, RowGrounds, RowCheck, RowRun, RowImports, GeneratedItems]) container.bind(service as typeof Imports).toSelf();
  },
  activate({ get, implement, job, own }) {
    const exports = get(Exports);
    const imports = get(Imports);
    implement(exportApi, exportHandlers(exports, get(ExportJob)));
    implement(wireExportApi, wireExportHandlers(exports));
    implement(importApi, importHandlers(imports));
    implement(rowsApi, rowHandlers(get(RowImports), get(GeneratedItems)));
    job('export', (run, context) => get(ExportJob).run(run, context));
    job('check', (run, context) => imports.runCheck(run, context));
    job('import', (run, context) => imports.runImport(run, context));
    job('lookRows', (run, context) => get(RowImports).runCheck(run, context));
    job('importRows', (run, context) => get(RowImports).runImport(run, context));
    own(everyHour(() => get(RowImports).clean(), error => get(LogToken).error({ err: error }, 'files of rows that were not imported were not forgotten')));
    job('generate', (run, context) => get(GeneratedItems).run(run, context));
  },
});
