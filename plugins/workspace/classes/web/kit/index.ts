export { ClassesClient } from './classes-client.ts';
export { classesKey, classesQuery, useClasses } from './use-classes.ts';
export { useClassUses } from './use-class-uses.ts';
export type { DemandedGroups } from './demanded-groups.ts';
