export { checkVectorDocument, vectorChecks } from './checks.ts';
export type { VectorCheckOptions } from './checks.ts';
export { combineAreas } from './clipping/combine-areas.ts';
export { newInstance } from './new-instance.ts';
export { shapeOutline } from './shape-outline.ts';
export { placeableSkeletons } from './skeleton-shape.ts';
export type { PlaceableSkeleton } from './skeleton-shape.ts';
export { storingShapes } from './stored-shapes.ts';
export { vectorSchema } from './vector-schema.ts';
