export { archivePaths, readEntry } from './archive-names.ts';
export { exportApi, exportFormats, exportStates } from './export-api.ts';
export type { ExportRecord } from './export-api.ts';
export { groupBy } from './group-by.ts';
export { importApi } from './import-api.ts';
export type { ImportRecord } from './import-api.ts';
export { importReady } from './notification-kinds.ts';
export { dropped, TransferReport } from './transfer-report.ts';
export type { Fate } from './transfer-report.ts';
