export { knowSchemas } from './json-schemas.ts';
export type { SourceSchema } from './json-schemas.ts';
export * from './monaco.ts';
export { openDifference } from './open-difference.ts';
export type { ShownDifference } from './open-difference.ts';
export * from './source-controller.ts';
