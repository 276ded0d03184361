export { customFieldKeys } from './query-keys.ts';
export { components, FIRST_COMPUTED_ID } from './template.ts';
