export { RequestHooks } from '../request-hooks.ts';
export type { AskedBatch, ItemSharing, MixedItems } from '../request-hooks.ts';
