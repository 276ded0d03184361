export { ExchangeHooks } from '../exchange-hooks.ts';
export type { ArchiveRequest } from '../exchange-hooks.ts';
export type { ExportedItem, ExportSource } from '../export-source.ts';
export { openArchive } from '../import-archive.ts';
export { itemKey } from '../imported-file.ts';
export { jobFailure } from '../job-failure.ts';
export { operationId } from '../operation-id.ts';
export { folderNameOf, ProjectContents } from '../project-contents.ts';
