import { defineApi, flag, id, page, paged, success, z } from '#core/api/common/index.ts';
import { project, projectSetting, projectWithRights, settingValue } from './project.ts';
import { projectName } from './project-name.ts';
import { MOST_PROJECT_TYPE } from './project-type.ts';

const inProject = z.strictObject({ project_id: id });
const text = (longest: number) => z.string().trim().max(longest, `use at most ${longest} characters`).nullish();
const link = z
  .string()
  .trim()
  .max(2000, 'use at most 2000 characters')
  .regex(/^(https?:\/\/\S+)?$/i, 'must be an address that starts with https:// or http://')
  .nullish();
const status = z.int().min(1).max(4);
const settings = z.array(z.looseObject({ attribute: z.string().max(100), value: settingValue })).max(100);

/** Fields of a project that a caller chooses. Bodies are loose: the public client repeats entire entities. */
export const projectDraft = z.looseObject({
  name: projectName,
  type: z
    .int()
    .min(1, 'must be the number of a project type')
    .max(MOST_PROJECT_TYPE, 'must be the number of a project type'),
  description: text(5000),
  instructions_link: link,
  status: status.nullish(),
  workflow_id: z.int().positive().nullish(),
  upload_state: z.int().min(1).max(3).nullish(),
  /** Fixes from the start how files are kept; of types whose files come by address it says nothing. */
  storage: z.enum(['uploaded', 'external']).nullish(),
  settings: settings.nullish(),
});
export type ProjectDraft = z.output<typeof projectDraft>;

export const projectChange = z.looseObject({
  name: projectName.optional(),
  description: text(5000),
  instructions_link: link,
  status: status.nullish(),
});
export type ProjectChange = z.output<typeof projectChange>;

/** Orders of the list of projects. */
export const projectSorts = ['name', 'created', 'updated', 'status', 'due'] as const;
export type ProjectSort = (typeof projectSorts)[number];

/** Parts that a clone copies besides type, description, link to the instructions and workflow. */
export const cloneParts = ['settings', 'classes', 'steps', 'instructions', 'members'] as const;
export type ClonePart = (typeof cloneParts)[number];

/** Calls about projects themselves. */
export const projectsApi = defineApi({
  service: 'main',
  operations: {
    listProjects: {
      method: 'GET',
      path: '/api/v1/projects',
      summary: 'Projects of the caller; `name` matches a part in any case',
      access: 'team-member',
      query: z.strictObject({
        ...page,
        name: z.string().max(3000).optional(),
        status: z
          .union([z.coerce.number().int().min(1).max(4), z.array(z.coerce.number().int().min(1).max(4))])
          .optional(),
        type: z.coerce.number().int().min(1).max(MOST_PROJECT_TYPE).optional(),
        pinned: flag.optional(),
        /** The caller's own role in the project. */
        role: z.coerce.number().int().positive().max(2_147_483_647).optional(),
        /** E-mail of who made it. */
        creator: z.string().trim().toLowerCase().max(254).optional(),
        /** First and last day on which it was made, in UTC. */
        created_from: z.iso.date().optional(),
        created_to: z.iso.date().optional(),
        /** Deleted ones that can still be restored, instead of the present ones. */
        deleted: flag.optional(),
        completeImagesCount: flag.optional(),
        include_users: flag.optional(),
        sort: z.enum(projectSorts).optional(),
        order: z.enum(['asc', 'desc']).optional(),
        /** The caller's pinned projects come first. */
        pinned_first: flag.optional(),
      }),
      reply: paged(project.extend({ deletedAt: z.string().nullable() })),
    },
    getProject: {
      method: 'GET',
      path: '/api/v1/project/:project_id',
      atRoot: '/project/:project_id',
      summary: 'One project with the caller’s role and rights',
      access: 'team-member',
      params: inProject,
      query: z.strictObject({ include_users: flag.optional() }),
      reply: projectWithRights,
    },
    createProject: {
      method: 'POST',
      path: '/project',
      summary: 'Create a project',
      access: 'CreateProject',
      status: 201,
      body: projectDraft,
      reply: project,
    },
    cloneProject: {
      method: 'POST',
      path: '/api/v1/project/:project_id/clone',
      summary: 'Make a project like another one, without its items',
      access: 'CloneProject',
      project: 'params.project_id',
      status: 201,
      params: inProject,
      body: z.strictObject({ name: projectName, include: z.array(z.enum(cloneParts)).max(cloneParts.length) }),
      reply: project,
    },
    updateProject: {
      method: 'PUT',
      path: '/project/:project_id',
      summary: 'Change name, description, instructions or status',
      access: 'UpdateProject',
      project: 'params.project_id',
      params: inProject,
      body: projectChange,
      reply: project,
    },
    deleteProject: {
      method: 'DELETE',
      path: '/project/:project_id',
      summary: 'Delete a project; it can be restored for seven days',
      access: 'DeleteProject',
      project: 'params.project_id',
      params: inProject,
      reply: success,
    },
    restoreProject: {
      method: 'POST',
      path: '/api/v1/project/:project_id/restore',
      summary: 'Bring a deleted project back',
      access: 'DeleteProject',
      params: inProject,
      reply: project,
    },
    projectNameExists: {
      method: 'GET',
      path: '/api/v1/projects/nameExists',
      atRoot: '/projects/nameExists',
      summary: 'Whether a name can be used for a project',
      access: 'team-member',
      query: z.strictObject({ name: z.string().max(1000), except: id.optional() }),
      reply: z.object({ exists: z.boolean(), valid: z.boolean(), reason: z.string().optional() }),
    },
    getSettings: {
      method: 'GET',
      path: '/project/:project_id/settings',
      summary: 'All settings of a project',
      access: 'team-member',
      params: inProject,
      reply: z.array(projectSetting),
    },
    updateSettings: {
      method: 'PUT',
      path: '/project/:project_id/settings',
      summary: 'Change settings by name or id',
      access: 'UpdateProjectSettings',
      project: 'params.project_id',
      params: inProject,
      body: z.looseObject({
        settings: z
          .array(
            z.looseObject({ id: z.int().optional(), attribute: z.string().max(100).optional(), value: settingValue }),
          )
          .max(100),
      }),
      reply: z.array(projectSetting),
    },
  },
});

/** Pins are per person. */
export const pinsApi = defineApi({
  service: 'work-management',
  operations: {
    editPinState: {
      method: 'POST',
      path: '/api/v1/projects/editpinstate',
      summary: 'Pin or unpin a project for the caller',
      access: 'team-member',
      body: z.strictObject({ project_id: id, pinned: z.boolean() }),
      reply: success,
    },
  },
});
