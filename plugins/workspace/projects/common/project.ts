import { z } from '#core/api/common/index.ts';
import { access } from '#core/tenancy/common/index.ts';
import { MOST_PROJECT_TYPE } from './project-type.ts';

/** A project as lists show it, with the caller's role and pin. */
export const project = z.object({
  id: z.int(),
  team_id: z.int(),
  name: z.string(),
  type: z.int().min(1).max(MOST_PROJECT_TYPE),
  description: z.string().nullable(),
  instructions_link: z.string().nullable(),
  status: z.int().min(1).max(4),
  upload_state: z.int(),
  workflow_id: z.int(),
  /** Root folder; null until the items feature has made it. */
  folder_id: z.int().nullable(),
  /** E-mail of who made it. */
  creator_id: z.string(),
  /** The caller's project role: 1 Annotator, 2 QA, 3 Project Admin, from 101 on the team's own. */
  my_role: z.int(),
  /** The caller pinned it. */
  pinned: z.boolean(),
  imageCount: z.int().nullable(),
  completedImagesCount: z.int().nullable(),
  rootFolderCompletedImagesCount: z.int().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Project = z.output<typeof project>;

/** One project with the caller's rights in it and in its folders. */
export const projectWithRights = project.extend({
  accesses: z.object({ project: access, folder: access }),
  paused: z.boolean(),
});
export type ProjectWithRights = z.output<typeof projectWithRights>;

export const settingValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** One setting as stored. */
export const projectSetting = z.object({
  id: z.int(),
  project_id: z.int(),
  attribute: z.string(),
  value: settingValue,
});
export type StoredSetting = z.output<typeof projectSetting>;

/** Somebody who works in a project. */
export const contributor = z.object({
  id: z.int(),
  project_id: z.int(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role: z.int(),
  role_name: z.string(),
  state: z.enum(['PENDING', 'CONFIRMED']),
  paused: z.boolean(),
  /** Ids of rights given to this member. */
  permissions: z.array(z.int()),
  /** The group that added the person; null when shared with directly. */
  group_id: z.int().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Contributor = z.output<typeof contributor>;

/** A role people can have in a project. */
export const projectRole = z.object({ id: z.int(), name: z.string() });
export type ProjectRole = z.output<typeof projectRole>;
