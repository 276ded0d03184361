export { CustomFieldsHooks, FIRST_COMPUTED_ID } from '../custom-fields-hooks.ts';
export type { ComputedField } from '../custom-fields-hooks.ts';
