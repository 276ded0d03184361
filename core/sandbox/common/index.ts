export { TURN_MS } from './bundle.ts';
export type { BundleProblem, BundleRequest, BundleResult } from './bundle.ts';
