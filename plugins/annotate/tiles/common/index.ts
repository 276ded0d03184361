export { tilesApi } from './api.ts';
export type { PyramidView } from './api.ts';
export { levelCount, levelSize, tileSizes } from './pyramid.ts';
