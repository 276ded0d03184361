import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';
import type { RefusedItems } from '../common/change-outcome.ts';

type Stamp = ColumnType<Date, Date | string | undefined, Date | string>;
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
type Defaulted<T> = ColumnType<T, T | undefined, T>;

export interface FolderTable {
  id: GeneratedAlways<number>;
  team_id: number;
  project_id: number;
  name: string;
  /** 1–4; null for the root folder. */
  status: Optional<number>;
  is_root: Defaulted<boolean>;
  deleted_at: Optional<Date>;
  created_at: Stamp;
  updated_at: Stamp;
}

export type FolderRow = Selectable<FolderTable>;

export interface ItemTable {
  id: GeneratedAlways<number>;
  team_id: number;
  project_id: number;
  folder_id: number;
  name: string;
  /** The name in lower case; the database makes it. */
  name_key: GeneratedAlways<string>;
  /** The name as it sorts naturally, `item2` before `item10`; the database makes it. */
  sort_key: GeneratedAlways<string>;
  annotation_status: Defaulted<number>;
  approval_status: Defaulted<number>;
  is_pinned: Defaulted<boolean>;
  entropy_value: Optional<number>;
  source: Defaulted<number>;
  url: Optional<string>;
  blob_hash: Optional<string>;
  mime: Optional<string>;
  /** Bytes. */
  size: Optional<number>;
  /** Pixels of the upright image. */
  width: Optional<number>;
  height: Optional<number>;
  thumbnail_hash: Optional<string>;
  lores_hash: Optional<string>;
  /** Types of those two where a client made them; image/webp otherwise. */
  thumbnail_mime: Optional<string>;
  lores_mime: Optional<string>;
  /** Full-size picture for browsers, when they cannot show the file itself (TIFF, BMP). */
  display_hash: Optional<string>;
  /** Code points of a text. */
  content_length: Optional<number>;
  /** The integration in which the file lies; `url` is then its place there. */
  integration_id: Optional<number>;
  deleted_at: Optional<Date>;
  deleted_by: Optional<string>;
  created_at: Stamp;
  updated_at: Stamp;
}

export interface AssignmentTable {
  id: GeneratedAlways<number>;
  team_id: number;
  project_id: number;
  item_id: number;
  email: string;
  user_role: number;
  created_at: Stamp;
}

/** An item as it is in the database. */
export type ItemRow = Selectable<ItemTable>;

/** People a folder is given to: the queue offers them its items first. */
export interface FolderUserTable {
  id: GeneratedAlways<number>;
  team_id: number;
  project_id: number;
  folder_id: number;
  email: string;
  created_at: Stamp;
}

/** A copy or move that a client asks after. */
export interface CopyTable {
  id: GeneratedAlways<number>;
  team_id: number;
  project_id: number;
  /** JSON text when written. */
  request: ColumnType<unknown, string, string>;
  /** Asked for by the older call, whose progress is a list of numbers. */
  older: boolean;
  /** Null when it was done at once. */
  job_id: Optional<string>;
  done: Defaulted<number>;
  skipped: Defaulted<number>;
  total: number;
  creator_email: string;
  created_at: Stamp;
}

/** A change of many items, or the taking back of one. Plain JSON is text when written. */
export interface ChangeTable {
  id: GeneratedAlways<number>;
  team_id: number;
  project_id: number;
  kind: string;
  value: ColumnType<unknown, string, string>;
  selection: ColumnType<unknown, string, string>;
  undoable: boolean;
  /** The change it takes back. */
  undo_of: Optional<number>;
  /** The change that took it back, or tries to. */
  undone_by: Optional<number>;
  job_id: Optional<string>;
  /** Items it is about. */
  total: number;
  changed: Defaulted<number>;
  same: Defaulted<number>;
  /** Left alone by an undo: somebody else changed them since. */
  since: Defaulted<number>;
  refused: ColumnType<readonly RefusedItems[], string | undefined, string>;
  /** Parts that were left out in another project. */
  left_out: ColumnType<readonly RefusedItems[], string | undefined, string>;
  /** The last item that was looked at; they come in order of their ids. */
  reached: Defaulted<number>;
  /** Items that are made later have greater ids and are left out. */
  last_item: Defaulted<number>;
  creator_email: string;
  created_at: Stamp;
  finished_at: Optional<Date>;
}

export type ChangeRow = Selectable<ChangeTable>;

/** Value of a changed item before and after. */
export interface FormerTable {
  team_id: number;
  change_id: number;
  item_id: number;
  before: ColumnType<unknown, string, string>;
  after: ColumnType<unknown, string, string>;
}

/** An upload that is under way, or was finished a short while ago. */
export interface UploadTable {
  id: GeneratedAlways<number>;
  team_id: number;
  project_id: number;
  folder_id: number;
  /** Its id on the wire, and the name of its file. */
  token: string;
  name: string;
  /** Bytes; the database answers a bigint as text. */
  size: ColumnType<string, number, number>;
  on_duplicate: 'skip' | 'replace';
  /** An archive: its images go into one folder, or into folders as they lie in it. Or a manifest of addresses. */
  unpack: Optional<'flat' | 'folders' | 'addresses'>;
  /** Result of the file; JSON text when written, null while bytes are missing. */
  outcome: ColumnType<UploadEnd | null, string | undefined, string>;
  creator_email: string;
  created_at: Stamp;
  expires_at: Stamp;
}

export type UploadRow = Selectable<UploadTable>;

/** End of an upload: as an item, or as the job that unpacks it. */
export type UploadEnd =
  | { readonly status: 'created' | 'replaced' | 'skipped'; readonly item_id: number }
  | { readonly status: 'unpacking'; readonly job_id: string };

/** Numbers of present items in parts that are added up, kept by triggers. */
export interface TallyTable {
  team_id: number;
  project_id: number;
  folder_id: number;
  annotation_status: number;
  part: Generated<number>;
  items: number;
}

export interface ItemTables {
  'items.folder': FolderTable;
  'items.item': ItemTable;
  'items.assignment': AssignmentTable;
  'items.folder_user': FolderUserTable;
  'items.copy': CopyTable;
  'items.change': ChangeTable;
  'items.former': FormerTable;
  'items.tally': TallyTable;
  'items.upload': UploadTable;
}
