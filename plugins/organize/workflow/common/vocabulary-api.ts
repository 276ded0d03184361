import { plainDirection } from '#core/base/common/index.ts';
import { defineApi, id, listQuery, paged, success, z } from '#core/api/common/index.ts';

const name = z
  .string()
  .trim()
  .regex(...plainDirection);
const description = z.string().max(2000, 'use at most 2000 characters').nullish();

/** A status that workflows of the team may have. */
export const teamStatus = z.object({
  id: z.int(),
  team_id: z.int().nullable(),
  name: z.string(),
  value: z.int(),
  description: z.string().nullable(),
  icon_id: z.int().nullable(),
  shortcut_id: z.int().nullable(),
  type: z.enum(['system', 'user']),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type TeamStatus = z.output<typeof teamStatus>;

const statusDraft = z.looseObject({
  name,
  description,
  icon_id: z.int().positive().nullish(),
  shortcut_id: z.int().positive().nullish(),
});
const statusChange = z.looseObject({
  name: name.optional(),
  description,
  icon_id: z.int().positive().nullish(),
  shortcut_id: z.int().positive().nullish(),
});
export type StatusChange = z.output<typeof statusChange>;
export type StatusDraft = z.output<typeof statusDraft>;

/** A role people may have in projects of the team. */
export const teamRole = z.object({
  id: z.int(),
  team_id: z.int().nullable(),
  name: z.string(),
  description: z.string().nullable(),
  isAdmin: z.boolean(),
  type: z.enum(['system', 'user']),
  rolePermissions: z.array(z.object({ permission_id: z.int() })),
  workflowRoleStatuses: z.array(z.object({ status_id: z.int() })),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type TeamRoleRow = z.output<typeof teamRole>;

const permissions = z.array(z.looseObject({ permission_id: z.int().positive() })).max(100);
const roleDraft = z.looseObject({ name, description, rolePermissions: permissions.nullish() });
const roleChange = z.looseObject({ name: name.optional(), description, rolePermissions: permissions.nullish() });
export type RoleDraft = z.output<typeof roleDraft>;
export type RoleChange = z.output<typeof roleChange>;

const list = { method: 'GET', access: 'team-member', query: z.looseObject(listQuery) } as const;
const one = z.strictObject({ id });

/** Statuses, roles, icons and shortcuts out of which workflows are made. */
export const vocabularyApi = defineApi({
  service: 'work-management',
  operations: {
    listStatuses: {
      ...list,
      path: '/api/v1/statuses',
      summary: 'Statuses of the system and of the team',
      reply: paged(teamStatus),
    },
    createStatus: {
      method: 'POST',
      path: '/api/v1/statuses',
      summary: 'Make a status for workflows of the team',
      access: 'ManageStatuses',
      status: 201,
      body: statusDraft,
      reply: teamStatus,
    },
    updateStatus: {
      method: 'PATCH',
      path: '/api/v1/statuses/:id',
      summary: 'Change a status of the team; workflows follow a new name',
      access: 'ManageStatuses',
      params: one,
      body: statusChange,
      reply: teamStatus,
    },
    deleteStatus: {
      method: 'DELETE',
      path: '/api/v1/statuses/:id',
      summary: 'Delete a status that no workflow has',
      access: 'ManageStatuses',
      params: one,
      reply: success,
    },
    listRoles: {
      ...list,
      path: '/api/v1/roles',
      summary: 'Roles of the system and of the team',
      reply: paged(teamRole),
    },
    getRole: {
      method: 'GET',
      path: '/api/v1/roles/:id',
      summary: 'One role',
      access: 'team-member',
      params: one,
      query: z.looseObject({}),
      reply: teamRole,
    },
    createRole: {
      method: 'POST',
      path: '/api/v1/roles',
      summary: 'Make a role for workflows of the team',
      access: 'ManageRoles',
      status: 201,
      body: roleDraft,
      reply: teamRole,
    },
    updateRole: {
      method: 'PATCH',
      path: '/api/v1/roles/:id',
      summary: 'Change a role of the team; workflows follow a new name, people have new rights at once',
      access: 'ManageRoles',
      params: one,
      body: roleChange,
      reply: teamRole,
    },
    deleteRole: {
      method: 'DELETE',
      path: '/api/v1/roles/:id',
      summary: 'Delete a role that no workflow has',
      access: 'ManageRoles',
      params: one,
      reply: success,
    },
    listIcons: {
      ...list,
      path: '/api/v1/icons',
      summary: 'Icons a status may have',
      reply: paged(z.object({ id: z.int(), name: z.string(), data: z.string() })),
    },
    listShortcuts: {
      ...list,
      path: '/api/v1/shortcuts',
      summary: 'Key combinations a status may have',
      reply: paged(
        z.object({
          id: z.int(),
          key: z.string(),
          ctrl: z.boolean(),
          shift: z.boolean(),
          alt: z.boolean(),
          label: z.string(),
        }),
      ),
    },
  },
});
