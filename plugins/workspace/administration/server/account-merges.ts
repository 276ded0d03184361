import { inject } from 'inversify';
import type { Handlers, RequestContext } from '#core/api/server/index.ts';
import { AuditLog, INSTALLATION } from '#core/audit/server/index.ts';
import { IdentityProof } from '#core/auth/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { DatabaseToken } from '#core/kernel/server/index.ts';
import { AccountMerging, organizationsOf } from '#core/tenancy/server/index.ts';
import type { installationApi } from '../common/people-api.ts';
import { OrganizationChanges } from './organization-changes.ts';

/** Merging of accounts by super-admins. It is in the audit logs of the installation and of the organizations of both. */
export class AccountMerges {
  constructor(
    @inject(AccountMerging) private readonly merging: AccountMerging,
    @inject(IdentityProof) private readonly proof: IdentityProof,
    @inject(AuditLog) private readonly audit: AuditLog,
    @inject(OrganizationChanges) private readonly changes: OrganizationChanges,
    @inject(DatabaseToken) private readonly database: Database,
  ) {}

  /** Merges an account into another one. @throws Fault of `AccountMerging.merge`, IDENTITY_UNCONFIRMED (403) */
  async merge(context: RequestContext, fromId: number, intoId: number): Promise<void> {
    await this.proof.demand(context);
    const concerned = new Set<number>();
    await this.merging.merge(fromId, intoId, async (from, into) => {
      for (const { id } of [from, into])
        for (const organization of await organizationsOf(this.database, id)) concerned.add(organization);
      for (const organization of [INSTALLATION, ...concerned])
        await this.audit.recordFor(context, organization, {
          by: context.user.email,
          action: 'administration.mergeUser',
          details: { user: from.email, into: into.email },
        });
    });
    for (const organization of concerned) await this.changes.made(context, organization, { merged: fromId });
  }

  handlers(): Pick<Handlers<typeof installationApi>, 'previewMerge' | 'mergeUser'> {
    return {
      previewMerge: ({ params, query }) => this.merging.preview(params.person_id, query.into_id),
      mergeUser: async ({ params, body }, context) => {
        await this.merge(context, params.person_id, body.into_id);
        return { success: true };
      },
    };
  }
}
