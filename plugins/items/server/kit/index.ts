export { Folders } from '../folders.ts';
export type { FolderRow } from '../folders.ts';
export { Items } from '../items.ts';
export type { ItemSelection } from '../items.ts';
export { ItemsHooks } from '../items-hooks.ts';
export type { ItemRow, StatusChange } from '../items-hooks.ts';
export type { AssignmentTable, FolderTable, ItemTable, ItemTables } from '../items-tables.ts';
export { Uploads } from '../uploads.ts';
export type { Uploaded, UploadRequest } from '../uploads.ts';
