export type { Dictionary } from './dictionary/dictionary.ts';
export { isEntity } from './text-instances.ts';
