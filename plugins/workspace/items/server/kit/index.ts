export { FileReader } from '../archives/file-reader.ts';
export { openZip, unsafeArchive } from '../archives/zip-archive.ts';
export type { ArchiveFile } from '../archives/zip-archive.ts';
export { Assignments } from '../assignments.ts';
export { changeValue } from '../changing/field-changes.ts';
export type { ChangePurpose, ItemChange, ItemChangeKind, ItemState } from '../changing/item-change.ts';
export { ItemChanging } from '../changing/item-changing.ts';
export { ItemCopyOrMove } from '../changing/item-copy-or-move.ts';
export type { CopyOrMove } from '../changing/item-copy-or-move.ts';
export { ItemsRefused } from '../changing/items-refused.ts';
export { decoderFile, runDecoder } from '../decoding/decoder-process.ts';
export { InstalledProgram } from '../decoding/installed-program.ts';
export { lastingFailure, withStoredFile } from '../decoding/preparing-file.ts';
export { ExternalItems } from '../external-items.ts';
export { FolderPeople } from '../folder-people.ts';
export { Folders } from '../folders.ts';
export { firstBytes } from '../image-intake.ts';
export { ItemChanges } from '../item-changes.ts';
export { ItemDuplicates } from '../item-duplicates.ts';
export { ItemQuota } from '../item-quota.ts';
export { ItemReader } from '../item-reader.ts';
export type { ItemQuery } from '../item-reader.ts';
export { assignmentRows, folderPersonRows, folderRows, itemRows, tallyRows } from '../item-rows.ts';
export { ItemText } from '../item-text.ts';
export { ItemWriter } from '../item-writer.ts';
export type { PictureSource } from '../item-writer.ts';
export type { NewItem } from '../item-writer.ts';
export { ItemsByName } from '../items-by-name.ts';
export { ItemsHooks } from '../items-hooks.ts';
export type {
  ConstraintFinding,
  CopiedPair,
  CrossProjectCopy,
  FolderChange,
  FileSize,
  ItemCopying,
  ItemRow,
  NewAssignments,
  ReceivedFile,
  StatusChange,
  UploadedFile,
  ValueChange,
} from '../items-hooks.ts';
export type { AssignmentTable, FolderRow, FolderTable, ItemTable } from '../items-tables.ts';
export { Items } from '../items.ts';
export type { ItemSelection } from '../items.ts';
export { OutsideFiles } from '../outside/outside-files.ts';
export { PartialFiles } from '../partial-files.ts';
export { StatusMigration } from '../status-migration.ts';
export type { StatusCount } from '../status-migration.ts';
export { Uploads } from '../uploads.ts';
export type { Uploaded, UploadRequest } from '../uploads.ts';
export { VisibleAssignments } from '../visible-assignments.ts';
