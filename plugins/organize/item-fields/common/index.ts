export { customMetadataApi } from './api.ts';
export type { FieldSpec } from './field-spec.ts';
