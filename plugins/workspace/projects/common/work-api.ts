import { Fault } from '#core/base/common/index.ts';
import { defineApi, defineQuery, id, listQuery, paged, z } from '#core/api/common/index.ts';

const query = z.looseObject({});
/** A body query; what it may name is read by the query engine. */
export const bodyQuery = z.looseObject({ query: query.optional() });

/**
 * Names that queries on projects of the work-management service may use. Filters on `status` and `type` carry numbers
 * though rows carry words.
 */
export const projectQuery = defineQuery({
  fields: {
    id: 'integer',
    team_id: 'integer',
    name: 'text',
    type: 'integer',
    status: 'integer',
    workflow_id: 'integer',
    creator_id: 'email',
    upload_state: 'integer',
    createdAt: 'time',
    updatedAt: 'time',
    description: { kind: 'text', sort: false },
    sync_status: { kind: 'integer', filter: false, sort: false },
  },
  // Scripts know this text for a filter on custom fields in a search that does not include them.
  dynamic(name) {
    if (name.startsWith('customField.'))
      throw new Fault('INVALID_CONDITION', 'Internal server error', { status: 400, details: { condition: name } });
    return undefined;
  },
});

/** A project in the words of the work-management service. */
export const workProject = z.object({
  id: z.int(),
  team_id: z.int(),
  name: z.string(),
  type: z.string(),
  description: z.string().nullable(),
  creator_id: z.string(),
  status: z.string(),
  workflow_id: z.int(),
  sync_status: z.null(),
  upload_state: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type WorkProject = z.output<typeof workProject>;

/** Projects by query. */
export const workProjectsApi = defineApi({
  service: 'work-management',
  operations: {
    searchProjects: {
      method: 'POST',
      reads: true,
      path: '/api/v1/projects/search',
      summary: 'Projects of the caller by a body query',
      access: 'team-member',
      bodyLimit: 1 * 1024 * 1024,
      bodyReason: 'Filters by many names',
      body: bodyQuery,
      reply: paged(workProject),
    },
    listWorkProjects: {
      method: 'GET',
      path: '/api/v1/projects',
      summary: 'Projects of the caller by a query string',
      access: 'team-member',
      query: z.looseObject(listQuery),
      reply: paged(workProject),
    },
    getWorkProject: {
      method: 'GET',
      path: '/api/v1/projects/:project_id',
      summary: 'One project',
      access: 'team-member',
      params: z.strictObject({ project_id: id }),
      query,
      reply: workProject,
    },
    editProjects: {
      method: 'POST',
      path: '/api/v1/projects/edit',
      summary: 'Change the status of the projects that a query finds; each one that may not is reported',
      access: 'team-member',
      body: bodyQuery.extend({ body: z.looseObject({ status: z.int().min(1).max(4) }) }),
      reply: z.object({ success: z.array(z.int()), failed: z.array(z.object({ id: z.int(), code: z.string() })) }),
    },
  },
});

/** Names that queries on project users may use. */
export const projectUserFields = {
  id: 'integer',
  email: 'email',
  role: 'integer',
  state: 'text',
  createdAt: 'time',
  updatedAt: 'time',
  paused: 'flag',
} as const;
export const projectUserQuery = defineQuery({ fields: projectUserFields, joins: ['categories'] });

const granted = z.object({ id: z.int(), name: z.string(), createdAt: z.string(), updatedAt: z.string() });

/** A membership of a project. */
export const projectUser = z.object({
  id: z.int(),
  team_id: z.int(),
  project_id: z.int(),
  email: z.string(),
  role: z.int(),
  state: z.enum(['CONFIRMED', 'PENDING']),
  permissions: z.object({
    paused: z.int(),
    allow_orchestrate: z.int(),
    allow_run_explore: z.int(),
    allow_view_sdk_token: z.int(),
  }),
  categories: z.array(z.object({ id: z.int(), name: z.string() })).optional(),
  userPermissions: z.array(granted),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type ProjectUser = z.output<typeof projectUser>;

/** Names that a query on permission groups may use. */
export const permissionGroupQuery = defineQuery({
  fields: { id: 'integer', name: 'text', label: 'text' },
  limit: { standard: 2000, most: 2000 },
});

/** Names that pausing by query may use. */
export const pausedQuery = defineQuery({
  fields: {
    'projects.id': { kind: 'integer', sort: false },
    'projects.contributors.email': { kind: 'email', sort: false },
  },
});

const entity = z.looseObject({ entity: z.string().max(50).optional(), parentEntity: z.string().max(50).optional() });
const switched = z.union([z.boolean(), z.int().min(0).max(1)]);

/** People of projects. */
export const projectUsersApi = defineApi({
  service: 'work-management',
  operations: {
    searchProjectUsers: {
      method: 'POST',
      reads: true,
      path: '/api/v1/projectusers/search',
      summary: 'People of a project by a body query',
      access: 'ViewItem',
      bodyLimit: 1 * 1024 * 1024,
      bodyReason: 'Filters by many addresses',
      project: 'context',
      query: entity,
      body: bodyQuery,
      reply: paged(projectUser),
    },
    listProjectUsers: {
      method: 'GET',
      path: '/api/v1/projectusers',
      summary: 'People of a project by a query string',
      access: 'ViewItem',
      project: 'context',
      query: entity.extend(listQuery),
      reply: paged(projectUser),
    },
    pauseProjectUsers: {
      method: 'POST',
      path: '/api/v1/teams/editprojectsusers',
      summary: 'Pause people in projects, or let them go on',
      access: 'team-member',
      bodyLimit: 1 * 1024 * 1024,
      bodyReason: 'Filters by many projects',
      body: z.looseObject({
        query,
        body: z.looseObject({ projectUsers: z.looseObject({ permissions: z.looseObject({ paused: switched }) }) }),
      }),
      reply: z.object({ success: z.array(z.int()), failed: z.array(z.object({ id: z.int(), code: z.string() })) }),
    },
    permissionGroups: {
      method: 'GET',
      path: '/api/v1/permissiongroups',
      summary: 'Rights that are given to single people or ticked in roles',
      access: 'team-member',
      query: z.looseObject(listQuery),
      reply: paged(
        z.object({
          id: z.int(),
          name: z.string(),
          label: z.string(),
          permissions: z.array(z.object({ id: z.int(), name: z.string() })),
        }),
      ),
    },
  },
});
