import { inject } from 'inversify';
import { Fault, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { AuditLog, INSTALLATION } from '#core/audit/server/index.ts';
import { IdentityProof, People, ViewingSessions } from '#core/auth/server/index.ts';
import { organizationsOf } from '#core/tenancy/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { DatabaseToken } from '#core/kernel/server/index.ts';

/** Super-admins who view as somebody else, read-only. */
export class Viewing {
  constructor(
    @inject(People) private readonly people: People,
    @inject(ViewingSessions) private readonly sessions: ViewingSessions,
    @inject(IdentityProof) private readonly proof: IdentityProof,
    @inject(AuditLog) private readonly audit: AuditLog,
    @inject(DatabaseToken) private readonly database: Database,
  ) {}

  /**
   * Begins to view as somebody, for the session of the caller. The audit log of the installation and of each
   * organization of the person names both and the reason.
   * @throws Fault IDENTITY_UNCONFIRMED (403) when the last proof of identity is old, NOT_FOUND for nobody, NOT_VIEWABLE (409) for oneself, a super-admin and a closed account
   */
  async begin(
    context: RequestContext,
    personId: number,
    { reason, agent }: { readonly reason: string; readonly agent: string },
  ): Promise<Date> {
    const person = await this.people.byId(personId);
    if (person === undefined) throw notFound('The user');
    const refuse = (text: string): Fault => new Fault('NOT_VIEWABLE', text, { status: 409 });
    if (person.id === context.user.id) throw refuse('This is your own account.');
    if (person.super_admin) throw refuse('You cannot view as another administrator of this installation.');
    if (person.disabled_at !== null) throw refuse('This account is closed.');
    if (context.sessionId === undefined) throw refuse('Sign in to view as somebody; a token cannot.');
    await this.proof.demand(context);
    const organizations = await organizationsOf(this.database, person.id);
    for (const organization of [INSTALLATION, ...organizations])
      await this.audit.recordFor(context, organization, {
        by: context.user.email,
        action: 'administration.viewAs',
        details: { viewing_as: person.email, reason },
      });
    return this.sessions.open(context.sessionId, person, { reason, agent, address: context.address });
  }
}
