export { attributeGroupRows, classRows } from '../class-rows.ts';
export { ClassesHooks } from '../classes-hooks.ts';
export type { ClassMerge } from '../classes-hooks.ts';
export type { ClassRow } from '../classes-tables.ts';
export { Classes } from '../classes.ts';
