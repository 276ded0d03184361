import { BYTES, defineApi, id, page, paged, z } from '#core/api/common/index.ts';

const inOrganization = z.strictObject({ organization_id: id });

const entryFilter = {
  /** A part of the action, the e-mail or the details. */
  search: z.string().trim().max(200).optional(),
  email: z.string().trim().max(320).optional(),
  /** The beginning of an action: `projects.` for all of projects. */
  action: z.string().trim().max(100).optional(),
  outcome: z.enum(['done', 'denied', 'failed']).optional(),
  from: z.iso.datetime({ offset: true, error: 'must be a time such as 2026-11-24T00:00:00Z' }).optional(),
  /** The first moment that is not included. */
  until: z.iso.datetime({ offset: true, error: 'must be a time such as 2026-11-24T00:00:00Z' }).optional(),
} as const;
const filter = { ...entryFilter, team: id.optional() } as const;
const listed = z.strictObject({ ...page, ...filter });
const exported = z.strictObject({ format: z.enum(['csv', 'jsonl']), ...filter });
const withOrganization = { organization_id: z.coerce.number().pipe(z.int().min(0)).optional() } as const;

/** One record of the audit log. */
export const auditEntry = z.object({
  id: z.int(),
  /** 0 for what belongs to no organization. */
  organization_id: z.int(),
  team: z.int().nullable(),
  at: z.string(),
  by: z.string(),
  /** `session`, `sdk`, `job` or `none`. */
  credential: z.string(),
  address: z.string(),
  action: z.string(),
  outcome: z.enum(['done', 'denied', 'failed']),
  details: z.record(z.string(), z.unknown()),
  /** Place in the chain and hash; null for less than a few seconds. */
  number: z.int().nullable(),
  hash: z.string().nullable(),
});
export type AuditEntryView = z.output<typeof auditEntry>;

/** Result of a check of chains. */
export const auditCheck = z.object({
  entries: z.int(),
  problems: z.array(z.object({ organization_id: z.int(), number: z.int(), reason: z.string() })),
});
export type AuditCheck = z.output<typeof auditCheck>;

const ORGANIZATION = '/api/v1/organizations/:organization_id/audit';
const INSTALLATION = '/api/v1/admin/audit';

/** Calls that read the audit log. None changes it. */
export const auditApi = defineApi({
  service: 'main',
  operations: {
    listTeamAudit: {
      method: 'GET',
      path: '/api/v1/teams/:team_id/audit',
      summary: 'Who changed what in the team, the newest first',
      access: 'UpdateTeam',
      params: z.strictObject({ team_id: id }),
      query: z.strictObject({ ...page, ...entryFilter }),
      reply: paged(auditEntry),
    },
    listAudit: {
      method: 'GET',
      path: ORGANIZATION,
      summary: 'Who did what in the organization, the newest first',
      access: 'ManageOrganization',
      params: inOrganization,
      query: listed,
      reply: paged(auditEntry),
    },
    exportAudit: {
      method: 'GET',
      notWhenViewing: true,
      path: `${ORGANIZATION}/export`,
      summary: 'The audit log of the organization as a file, the oldest entry first',
      access: 'ManageOrganization',
      cost: 50,
      params: inOrganization,
      query: exported,
      reply: BYTES,
    },
    verifyAudit: {
      method: 'POST',
      reads: true,
      path: `${ORGANIZATION}/verification`,
      summary: 'Check that no entry of the organization was changed or deleted',
      access: 'ManageOrganization',
      cost: 50,
      params: inOrganization,
      reply: auditCheck,
    },
    listInstallationAudit: {
      method: 'GET',
      path: INSTALLATION,
      summary: 'Who did what in all organizations, the newest first',
      access: 'super-admin',
      query: listed.extend(withOrganization),
      reply: paged(auditEntry),
    },
    exportInstallationAudit: {
      method: 'GET',
      path: `${INSTALLATION}/export`,
      summary: 'The audit log of all organizations as a file, the oldest entry first',
      access: 'super-admin',
      cost: 50,
      query: exported.extend(withOrganization),
      reply: BYTES,
    },
    verifyInstallationAudit: {
      method: 'POST',
      reads: true,
      path: `${INSTALLATION}/verification`,
      summary: 'Check that no entry of any organization was changed or deleted',
      access: 'super-admin',
      cost: 50,
      reply: auditCheck,
    },
  },
});
