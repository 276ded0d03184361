export { Classes } from '../classes.ts';
export { ClassesHooks } from '../classes-hooks.ts';
export type { ClassMerge } from '../classes-hooks.ts';
export type { ClassRow } from '../classes-tables.ts';
export { attributeGroupRows, classRows } from '../class-rows.ts';
