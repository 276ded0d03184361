export { CustomMetadata } from '../custom-metadata.ts';
export type { CustomValues } from '../custom-metadata.ts';
export { itemValueRows } from '../item-value-rows.ts';
