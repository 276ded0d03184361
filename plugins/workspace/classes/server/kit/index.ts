export { Classes } from '../classes.ts';
export { ClassesHooks } from '../classes-hooks.ts';
export type { ClassMerge } from '../classes-hooks.ts';
export type { ClassesTables, ClassRow } from '../classes-tables.ts';
