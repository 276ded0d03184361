export { CustomFieldsHooks } from '../custom-fields-hooks.ts';
export type { ComputedField } from '../custom-fields-hooks.ts';
