import { randomBytes } from 'node:crypto';
import { inject } from 'inversify';
import { Fault, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { People } from '#core/auth/server/index.ts';
import type { Feature } from '#core/permissions/common/index.ts';
import { featureNames, featureOn } from '#core/permissions/common/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { DatabaseToken } from '#core/kernel/server/index.ts';
import { AuditLog, INSTALLATION } from '#core/audit/server/index.ts';
import { Organizations, Teams, transferOrganization } from '#core/tenancy/server/index.ts';
import { OrganizationChanges } from './organization-changes.ts';
import type { OrganizationDetail, OrganizationRow, OwnerAccount } from '../common/api.ts';

type Listed = Awaited<ReturnType<Organizations['list']>>[number];

const row = (each: Listed): OrganizationRow => ({
  id: each.id,
  name: each.name,
  owner_email: each.owner_email,
  teams: each.teams,
  members: each.members,
  createdAt: each.created_at.toISOString(),
});

/** Actions of super-admins on organizations. */
export class Administration {
  constructor(
    @inject(Organizations) private readonly organizations: Organizations,
    @inject(Teams) private readonly teams: Teams,
    @inject(People) private readonly people: People,
    @inject(OrganizationChanges) private readonly changes: OrganizationChanges,
    @inject(DatabaseToken) private readonly database: Database,
    @inject(AuditLog) private readonly audit: AuditLog,
  ) {}

  /** Organizations whose name contains the text, by name. */
  async list(name: string | undefined): Promise<readonly OrganizationRow[]> {
    const all = await this.organizations.list();
    return all.filter(each => name === undefined || each.name.toLowerCase().includes(name.toLowerCase())).map(row);
  }

  /** Makes an organization and its first team. Throws NAME_EXISTS. */
  async create(
    name: string,
    ownerEmail: string,
    teamName: string,
  ): Promise<{
    readonly organizationId: number;
    readonly teamId: number;
    readonly password: string | undefined;
    readonly account: OwnerAccount;
  }> {
    // Asked before the owner's account is made, so that a refused name leaves nothing behind.
    if ((await this.list(undefined)).some(each => each.name.toLowerCase() === name.toLowerCase())) {
      throw new Fault('NAME_EXISTS', 'An organization with this name already exists.', {
        status: 409,
        details: { field: 'name' },
      });
    }
    const known = await this.people.byEmail(ownerEmail);
    const account: OwnerAccount = known === undefined ? 'created' : known.unproven_in === null ? 'existing' : 'reset';
    const password = account === 'existing' ? undefined : randomBytes(12).toString('base64url');
    const owner = known ?? (await this.people.create({ email: ownerEmail, password: password! }));
    // Whoever made it may not be the owner of the address; the operator hands the new password to who is.
    if (account === 'reset') await this.people.setPassword(owner.id, password!, { proves: true });
    const organization = await this.organizations.create(name, owner.id);
    const teamId = await this.teams.create(organization.id, teamName, owner);
    return { organizationId: organization.id, teamId, password, account };
  }

  /** Throws NOT_FOUND. */
  async get(id: number): Promise<OrganizationDetail> {
    const found = (await this.organizations.list()).find(each => each.id === id);
    if (found === undefined) throw notFound('The organization');
    const { features } = await this.organizations.rules(id);
    return {
      ...row(found),
      team_list: [...(await this.organizations.teamsOf(id))],
      features: featureNames.map(each => ({ name: each, on: featureOn(features, each) })),
    };
  }

  /**
   * Makes somebody else the owner, which the audit logs of the installation and of the organization name. Throws
   * NOT_FOUND, CONFLICT (409) when `from` is not the owner, NOT_MEMBER (422).
   */
  async transfer(context: RequestContext, id: number, from: string, to: string): Promise<OrganizationDetail> {
    const [before, after] = await Promise.all([this.people.byEmail(from), this.people.byEmail(to)]);
    if (after === undefined) throw notFound('The account of the new owner');
    await transferOrganization(this.database, id, { from: before?.id ?? 0, to: after.id });
    for (const each of [INSTALLATION, id])
      await this.audit.recordFor(context, each, {
        by: context.user.email,
        action: 'organization.transferred',
        details: { organization: id, from, to },
      });
    await this.changes.made(context, id, { owner: after.id });
    return this.get(id);
  }

  /** Throws NOT_FOUND for an unknown organization. */
  async switchFeature(context: RequestContext, id: number, feature: Feature, on: boolean): Promise<OrganizationDetail> {
    await this.organizations.setFeature(id, feature, on);
    await this.changes.made(context, id, { feature, on });
    return this.get(id);
  }
}
