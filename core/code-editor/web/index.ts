export { knowSchemas } from './json-schemas.ts';
export type { SourceSchema } from './json-schemas.ts';
export * from './monaco.ts';
export * from './source-controller.ts';
