export { Annotations } from '../annotations.ts';
export type { ItemAnnotation, NativeAnnotation, PreparedDocument, PutOptions, PutResult } from '../annotations.ts';
export type { AnnotationSize } from '../annotation-reader.ts';
export type { DocumentSource, IntakeProject } from '../document-intake.ts';
export { EditorHooks } from '../editor-hooks.ts';
export type { CheckRequest, StoredAnnotation, StoredDocument } from '../editor-hooks.ts';
export type { EditorTables } from '../editor-tables.ts';
export { listedIn } from '../listed-in.ts';
export { Masks } from '../masks.ts';
