export { changesOf, compareVersions } from './compare-versions.ts';
export type { Difference } from './compare-versions.ts';
export { differenceStyles, kindOf, wordsOf } from './difference-style.ts';
export { paintCompared, paintOutline } from './mask-version.ts';
export type { ItemVersion } from './mask-version.ts';
export { restoreOne } from './restore.ts';
