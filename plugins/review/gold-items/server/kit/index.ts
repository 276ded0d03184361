export { GoldHooks } from '../gold-hooks.ts';
export type { FallenAccuracy } from '../gold-hooks.ts';
