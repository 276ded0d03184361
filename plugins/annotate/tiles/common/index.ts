export { tilesApi } from './api.ts';
export type { PyramidView } from './api.ts';
export { levelCount, levelSize, tileSizes } from './pyramid.ts';
export { georeferenceOf, isInvertible, toGround, toPixels } from './georeference.ts';
export type { Georeference } from './georeference.ts';
