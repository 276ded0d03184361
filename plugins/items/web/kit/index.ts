export { operatorsOf } from './filter-field.ts';
export type { FilterChoice, FilterField, FilterKind } from './filter-field.ts';
export { ItemsWebHooks } from './items-web-hooks.ts';
export type { InProject } from './items-web-hooks.ts';
export { StatusMark, useStatusLook } from './status-mark.tsx';
export { StatusItems, StatusMenu } from './status-menu.tsx';
export { useStatuses, useStatusTargets } from './use-statuses.ts';
