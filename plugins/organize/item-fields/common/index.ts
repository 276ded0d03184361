export { customMetadataApi } from './api.ts';
export { valueFits } from './field-spec.ts';
export type { FieldSpec } from './field-spec.ts';
