import { z } from '#core/api/common/index.ts';

/** Assignment of a person to an item in a project role; at most one person per role. */
export const assignment = z.object({ user_id: z.string(), user_role: z.int() });
export type Assignment = z.output<typeof assignment>;

/** A category of an item. */
export const itemCategory = z.object({
  category_id: z.int(),
  category_name: z.string(),
  createdAt: z.string().optional(),
  updatedAt: z.string().optional(),
});
export type ItemCategory = z.output<typeof itemCategory>;

/** Facts about an item's file. Width and height are pixels of the upright image. */
export const itemMetadata = z.object({
  path: z.string().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  size: z.int().nullable(),
  mime: z.string().nullable(),
});

/** An item as both the items service and our own calls answer it. */
export const item = z.object({
  id: z.int(),
  project_id: z.int(),
  folder_id: z.int(),
  team_id: z.int(),
  name: z.string(),
  path: z.string().nullable(),
  url: z.string().nullable(),
  annotation_status: z.int(),
  approval_status: z.int(),
  is_pinned: z.boolean(),
  entropy_value: z.number().nullable(),
  /** 1 upload, 2 address, 3 integration, 4 generated. */
  source: z.int(),
  integration_id: z.int().nullable(),
  assignments: z.array(assignment),
  categories: z.array(itemCategory),
  custom_metadata: z.record(z.string(), z.unknown()),
  metadata: itemMetadata,
  meta: z.object({ width: z.int().nullable(), height: z.int().nullable() }),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Item = z.output<typeof item>;

/** An item of the data tab, with its small picture as a signed address. */
export const listedItem = item.extend({
  thumbnail: z.string().nullable(),
  deletedAt: z.string().nullable(),
  deletedBy: z.string().nullable(),
});
export type ListedItem = z.output<typeof listedItem>;

/**
 * Signed addresses of an item's file: as uploaded, as browsers can show it in full, at most 1600 px, at most 256 px.
 */
export const itemAsset = z.object({
  url: z.string().nullable(),
  original: z.string().nullable(),
  lores: z.string().nullable(),
  thumbnail: z.string().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  mime: z.string().nullable(),
  name: z.string(),
  /** Until when the addresses hold. */
  expiresAt: z.string(),
});
export type ItemAsset = z.output<typeof itemAsset>;

/** Somebody a folder is given to. */
export const folderUser = z.object({
  id: z.int(),
  projectUser: z.object({ id: z.int(), email: z.string(), role: z.int(), state: z.string() }),
});
export type FolderUser = z.output<typeof folderUser>;

/** A folder. The root folder is called `root` and has no status. */
export const folder = z.object({
  id: z.int(),
  project_id: z.int(),
  team_id: z.int(),
  name: z.string(),
  status: z.int().nullable(),
  is_root: z.boolean(),
  itemsCount: z.int(),
  completedCount: z.int(),
  folderUsers: z.array(folderUser),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Folder = z.output<typeof folder>;
