export { Annotations } from '../annotations.ts';
export type { ItemAnnotation, PutOptions, PutResult } from '../annotations.ts';
export type { DocumentSource, IntakeProject } from '../document-intake.ts';
export { EditorHooks } from '../editor-hooks.ts';
export type { CheckRequest, StoredAnnotation } from '../editor-hooks.ts';
export type { EditorTables } from '../editor-tables.ts';
