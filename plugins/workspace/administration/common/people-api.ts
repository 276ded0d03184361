import { defineApi, id, page, paged, success, time, z } from '#core/api/common/index.ts';
import { organizationName } from './api.ts';

const inOrganization = z.strictObject({ organization_id: id });
const search = z.string().trim().max(200).optional();

export const organizationDescription = z.object({
  id: z.int(),
  name: z.string(),
  owner_email: z.string(),
  /** Account of the owner that the caller may view as; null for who may not. */
  owner_viewable_id: z.int().nullable(),
  createdAt: time,
  /** People in any of its teams, invited ones included, each counted once. */
  members: z.int(),
  /** Projects each team may have; null is no limit. */
  project_limit: z.int().nullable(),
  /** By name. */
  teams: z.array(z.object({ id: z.int(), name: z.string(), members: z.int(), createdAt: time })),
});
export type OrganizationDescription = z.output<typeof organizationDescription>;

export const organizationMember = z.object({
  email: z.string(),
  name: z.string(),
  teams: z.array(z.object({ id: z.int(), name: z.string() })),
  /** Invited, and has not come yet. */
  pending: z.boolean(),
  /** Account that the caller may view as; null for who may not, and for accounts that cannot be viewed. */
  viewable_id: z.int().nullable(),
  lastActiveAt: time.nullable(),
});
export type OrganizationMember = z.output<typeof organizationMember>;

/** An account of the installation. */
export const userAccount = z.object({
  id: z.int(),
  email: z.string(),
  name: z.string(),
  super_admin: z.boolean(),
  closed: z.boolean(),
  /** Address of the account that this one was merged into; null otherwise. */
  merged_into: z.string().nullable(),
  /** Sign-in asks for a second step after the password. */
  second_step: z.boolean(),
  teams: z.int(),
  createdAt: time,
  /** When they were in one of their teams last; null for never. */
  lastActiveAt: time.nullable(),
});
export type UserAccount = z.output<typeof userAccount>;

const mergeCounts = z.array(z.object({ title: z.string(), count: z.int() }));

/** Effects of merging two accounts; titles are plural nouns. */
export const mergePreview = z.object({
  /** Rows that the remaining account gets. */
  moved: mergeCounts,
  /** Both accounts have one; that of the merged account is deleted. */
  dropped: mergeCounts,
  /** Both accounts have one; that of the merged account stays under its former e-mail. */
  kept: mergeCounts,
  /** Both accounts have one, so that the merge is refused until one of them is gone. */
  refused: mergeCounts,
  /** Teams where the role of the merged account ends, as role numbers. */
  roles: z.array(z.object({ team: z.string(), from: z.int(), into: z.int() })),
});
export type MergePreview = z.output<typeof mergePreview>;

export const jobStates = ['NOT_STARTED', 'IN_PROGRESS', 'COMPLETED', 'FAILED'] as const;

/** A job of any team. */
export const installationJob = z.object({
  id: z.string(),
  team: z.string().nullable(),
  plugin: z.string(),
  title: z.string(),
  state: z.string(),
  done: z.int(),
  total: z.int(),
  /** Why it failed; null otherwise. */
  error: z.string().nullable(),
  createdAt: time,
  finishedAt: time.nullable(),
});
export type InstallationJob = z.output<typeof installationJob>;

/** Teams and people of an organization, for its owner and for super-admins. */
export const organizationPeopleApi = defineApi({
  service: 'main',
  operations: {
    describeOrganization: {
      method: 'GET',
      path: '/api/v1/organizations/:organization_id/overview',
      summary: 'An organization with its owner and teams',
      access: 'ManageOrganization',
      params: inOrganization,
      reply: organizationDescription,
    },
    renameOrganization: {
      method: 'PUT',
      path: '/api/v1/organizations/:organization_id/name',
      summary: 'Rename an organization',
      access: 'ManageOrganization',
      params: inOrganization,
      body: z.strictObject({ name: organizationName }),
      reply: organizationDescription,
    },
    listOrganizationMembers: {
      method: 'GET',
      path: '/api/v1/organizations/:organization_id/members',
      summary: 'People of all teams of an organization by e-mail; `search` matches a part of name or e-mail',
      access: 'ManageOrganization',
      params: inOrganization,
      query: z.strictObject({ ...page, search }),
      reply: paged(organizationMember),
    },
  },
});

/** Lists of the entire installation, for super-admins. */
export const installationApi = defineApi({
  service: 'main',
  operations: {
    listUsers: {
      method: 'GET',
      path: '/super-admin/users',
      summary: 'Accounts of this installation by e-mail; `search` matches a part of name or e-mail',
      access: 'super-admin',
      query: z.strictObject({ ...page, search }),
      reply: paged(userAccount),
    },
    closeUser: {
      method: 'POST',
      path: '/super-admin/users/:person_id/close',
      summary: 'Close an account: its sessions and tokens end, and nobody signs in to it',
      access: 'super-admin',
      params: z.strictObject({ person_id: id }),
      reply: success,
    },
    reopenUser: {
      method: 'POST',
      path: '/super-admin/users/:person_id/reopen',
      summary: 'Open a closed account again; its sessions and tokens stay ended',
      access: 'super-admin',
      params: z.strictObject({ person_id: id }),
      reply: success,
    },
    resetSecondStep: {
      method: 'DELETE',
      path: '/super-admin/users/:person_id/second-step',
      summary: 'Remove the second step of somebody who lost it; their sessions end',
      access: 'super-admin',
      params: z.strictObject({ person_id: id }),
      reply: success,
    },
    previewMerge: {
      method: 'GET',
      path: '/super-admin/users/:person_id/merge',
      summary: 'What merging an account into another one would do; nothing is changed',
      access: 'super-admin',
      params: z.strictObject({ person_id: id }),
      query: z.strictObject({ into_id: id }),
      reply: mergePreview,
    },
    mergeUser: {
      method: 'POST',
      path: '/super-admin/users/:person_id/merge',
      summary: 'Merge an account into another one of the same person and close it; this cannot be undone',
      access: 'super-admin',
      params: z.strictObject({ person_id: id }),
      body: z.strictObject({ into_id: id }),
      reply: success,
    },
    viewAs: {
      method: 'POST',
      path: '/super-admin/users/:person_id/view',
      summary: 'View as a user, read-only, for 30 minutes; the reason is kept in the audit log',
      access: 'super-admin',
      params: z.strictObject({ person_id: id }),
      body: z.strictObject({ reason: z.string().trim().min(3, 'must say why, in at least 3 characters').max(500) }),
      reply: z.object({ until: time }),
    },
    listInstallationJobs: {
      method: 'GET',
      path: '/api/v1/admin/jobs',
      summary: 'Jobs of all teams, the newest first',
      access: 'super-admin',
      query: z.strictObject({ ...page, state: z.enum(jobStates).optional() }),
      reply: paged(installationJob),
    },
  },
});
