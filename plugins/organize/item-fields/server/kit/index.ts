export { CustomMetadata } from '../custom-metadata.ts';
export type { CustomValues } from '../custom-metadata.ts';
export type { CustomMetadataTables } from '../custom-metadata-tables.ts';
