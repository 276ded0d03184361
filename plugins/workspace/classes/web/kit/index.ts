export { ClassesClient } from './classes-client.ts';
export type { DemandedGroups } from './demanded-groups.ts';
export { useClassUses } from './use-class-uses.ts';
export { classesKey, classesQuery, useClasses } from './use-classes.ts';
