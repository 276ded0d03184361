export { RequestHooks } from '../request-hooks.ts';
export type { ItemSharing } from '../request-hooks.ts';
