export { emptyOutline, outlineArea, outlineBounds, outlineContains, outlineDistance, pointCount } from './outline.ts';
export type { Outline } from './outline.ts';
export {
  insertVertex,
  moveVertex,
  nearestOnPath,
  nearestVertex,
  pathLength,
  removeVertex,
  vertexAt,
  vertexCount,
} from './path.ts';
export { clampToImage, constrainAngle, distance, roundCoordinate } from './place.ts';
export type { Place, Size } from './place.ts';
export {
  boundsOf,
  centreOf,
  clampMove,
  emptyRectangle,
  encloses,
  everywhere,
  grow,
  intersect,
  isEmptyRectangle,
  meets,
  rectangleBetween,
  unite,
} from './rectangle.ts';
export type { Rectangle } from './rectangle.ts';
export { ringArea, ringsContain } from './ring.ts';
export { simplifyPath, simplifyRing } from './simplify.ts';
export { applyTransform, chain, rotation, scaling } from './transform.ts';
export type { Transform } from './transform.ts';
