import { inject } from 'inversify';
import { Fault, notFound } from '#core/base/common/index.ts';
import type { Handlers, RequestContext } from '#core/api/server/index.ts';
import { AuditLog, INSTALLATION } from '#core/audit/server/index.ts';
import type { PersonRow } from '#core/auth/server/index.ts';
import { IdentityProof, People, SecondFactors } from '#core/auth/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { DatabaseToken } from '#core/kernel/server/index.ts';
import { organizationsOf } from '#core/tenancy/server/index.ts';
import type { installationApi } from '../common/people-api.ts';

type AccountCalls = Pick<Handlers<typeof installationApi>, 'closeUser' | 'reopenUser' | 'resetSecondStep'>;

/** Actions of super-admins on the accounts of people. Each is in the audit logs of the installation and of theirs. */
export class UserAccounts {
  constructor(
    @inject(People) private readonly people: People,
    @inject(SecondFactors) private readonly factors: SecondFactors,
    @inject(IdentityProof) private readonly proof: IdentityProof,
    @inject(AuditLog) private readonly audit: AuditLog,
    @inject(DatabaseToken) private readonly database: Database,
  ) {}

  /**
   * Closes an account.
   * @throws Fault NOT_FOUND, ACCOUNT_PROTECTED (409) for oneself and other super-admins, IDENTITY_UNCONFIRMED (403)
   */
  async close(context: RequestContext, personId: number): Promise<void> {
    const person = await this.#find(context, personId);
    if (person.disabled_at !== null) return;
    await this.people.disable(person.id);
    await this.#record(context, 'administration.closeUser', person);
  }

  /** Opens a closed account again. @throws Fault as `close`, ACCOUNT_MERGED (409) */
  async reopen(context: RequestContext, personId: number): Promise<void> {
    const person = await this.#find(context, personId);
    if (person.disabled_at === null) return;
    if (person.merged_into !== null)
      throw new Fault('ACCOUNT_MERGED', 'This account was merged into another one and stays closed.', { status: 409 });
    await this.people.enable(person.id);
    await this.#record(context, 'administration.reopenUser', person);
  }

  /** Removes the second step of a person; they sign in with the password alone. @throws Fault as `close` */
  async resetSecondStep(context: RequestContext, personId: number): Promise<void> {
    const person = await this.#find(context, personId);
    await this.factors.reset(person);
    await this.people.endSessions(person.id);
    await this.#record(context, 'administration.resetSecondStep', person);
  }

  handlers(): AccountCalls {
    const done = { success: true } as const;
    return {
      closeUser: async ({ params }, context) => {
        await this.close(context, params.person_id);
        return done;
      },
      reopenUser: async ({ params }, context) => {
        await this.reopen(context, params.person_id);
        return done;
      },
      resetSecondStep: async ({ params }, context) => {
        await this.resetSecondStep(context, params.person_id);
        return done;
      },
    };
  }

  async #find(context: RequestContext, personId: number): Promise<PersonRow> {
    const person = await this.people.byId(personId);
    if (person === undefined) throw notFound('The user');
    if (person.super_admin)
      throw new Fault(
        'ACCOUNT_PROTECTED',
        'The accounts of administrators of this installation are changed by the command line.',
        { status: 409 },
      );
    await this.proof.demand(context);
    return person;
  }

  async #record(context: RequestContext, action: string, person: PersonRow): Promise<void> {
    for (const organization of [INSTALLATION, ...(await organizationsOf(this.database, person.id))])
      await this.audit.recordFor(context, organization, {
        by: context.user.email,
        action,
        details: { user: person.email },
      });
  }
}
