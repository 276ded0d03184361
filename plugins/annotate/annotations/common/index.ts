export { editProblem } from './shape-edits.ts';
export { annotationDocumentApi } from './api.ts';
export type { AnnotationVersion, OpenedItem, Saved, StatusChoice } from './api.ts';
export { checkAttributes, classOf, groupOf } from './attribute-checks.ts';
export {
  defaultValues,
  groupValue,
  missingGroups,
  sharedValue,
  withAnswer,
  withGroupValue,
} from './attribute-values.ts';
export { MOST_PATCHES } from './save-schema.ts';
export { askedGroups, groupDepth, shownGroups } from './shown-groups.ts';
export type { GroupValue } from './attribute-values.ts';
export { defaultVersion, documentChecks, errorAt, isAccepted, warningAt } from './checks.ts';
export type { DocumentIssue } from './checks.ts';
export { indexClasses } from './class-index.ts';
export type { ClassIndex, IndexedClass } from './class-index.ts';
export { commentChangeKinds, commentChanges } from './comment-changes.ts';
export { deleteMessage, messageLimit, placeAbout, reply, setResolved, startThread } from './comment-edits.ts';
export type { ThreadLocation, ThreadPlace } from './comment-edits.ts';
export { diffDocuments, sameJson } from './diff.ts';
export { documentKind } from './document-kind.ts';
export { emptyDocument, readDocument } from './document.ts';
export type { AnnotationDocument, AttributeValue, Author, Comment, DocumentMetadata, Instance } from './document.ts';
export {
  applyPatches,
  applyToList,
  completePatches,
  insertInstance,
  invertEdit,
  makeEdit,
  mergeEdits,
  replaceInstance,
} from './edits.ts';
export type { Edit, Patch, PatchValue } from './edits.ts';
export { editorEvents } from './events.ts';
export { formValues, plainData } from './form-values.ts';
export type { ElementPath, FormValues } from './form-values.ts';
export { handedOut, isCompact } from './handed-out.ts';
export { History } from './history.ts';
export type { HistoryCheckpoint, HistoryMark } from './history.ts';
export { changeInstances, changesClass, classTypeOf, giveClass, setLocked, setVisible } from './instance-edits.ts';
export { checkSchema } from './json-schema.ts';
export type { JsonSchema } from './json-schema.ts';
export { isRecord, recordsOf, withoutFields } from './json-value.ts';
export type { JsonRecord } from './json-value.ts';
export type { ObjectCellView, ObjectEntry, PlacedObject } from './large/large-api.ts';
export { cellReach, cellSide, TOP_LEVEL } from './large/object-cells.ts';
export type { ObjectCell } from './large/object-cells.ts';
export { currentDocument, isLegacyDocument } from './legacy-document.ts';
export { maskField } from './mask-facts.ts';
export type { MaskFacts } from './mask-facts.ts';
export { newId } from './new-id.ts';
export { plainProjectLook } from './project-look.ts';
export type { ProjectLook, ShapeLook } from './project-look.ts';
export { rebase, resolveConflict } from './rebase.ts';
export type { ConflictChoice, EditConflict } from './rebase.ts';
export { mergeMissing, resolveClasses } from './resolve-classes.ts';
export type { MissingResources } from './resolve-classes.ts';
export { messageKey } from './review-changes.ts';
export { auditFields, commentSchema, instanceFields, metadataSchema, optional, tagsSchema } from './shared-schema.ts';
export type { DocumentForm } from './shared-schema.ts';
export { exportedTimeline, spanOf, storedTimeline } from './timeline-document.ts';
export { timelineSchema } from './timeline-schema.ts';
export { valueText } from './value-text.ts';
