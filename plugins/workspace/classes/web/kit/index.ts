export { ClassesClient } from './classes-client.ts';
export { classesKey, classesQuery, useClasses } from './use-classes.ts';
export type { DemandedGroups } from './demanded-groups.ts';
