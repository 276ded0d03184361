import { inject } from 'inversify';
import { invalidField } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { Attempts, lockPerson, passwordFits, People } from '#core/auth/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { DatabaseToken } from '#core/kernel/server/index.ts';
import type { AuthTables } from '#core/auth/server/index.ts';
import { organizationRows, teamRows } from '#core/tenancy/server/index.ts';
import type { Blocker } from '../common/api.ts';

/** Closing one's own account. What the person made stays, under their e-mail. */
export class AccountClosing {
  readonly #attempts: Attempts;

  constructor(
    @inject(DatabaseToken) private readonly database: Database,
    @inject(People) private readonly people: People,
  ) {
    this.#attempts = new Attempts(database);
  }

  /** Teams and organizations the person owns: nobody could look after them. */
  async blockers(personId: number): Promise<Blocker[]> {
    return this.database.system<unknown>('what a person owns').transaction(async trx => {
      const organizations = await trx
        .selectFrom(organizationRows.as('organization'))
        .select(['id', 'name'])
        .where('owner_id', '=', personId)
        .orderBy('id')
        .execute();
      const teams = await trx
        .selectFrom(teamRows.as('team'))
        .select(['id', 'name'])
        .where('creator_id', '=', personId)
        .orderBy('id')
        .execute();
      return [
        ...organizations.map(each => ({ type: 'organization' as const, ...each })),
        ...teams.map(each => ({ type: 'team' as const, ...each })),
      ];
    });
  }

  /**
   * Closes the caller's account for good, unless something is still the person's: then answers what. Throws
   * INVALID_FIELD for a wrong password, RATE_LIMITED after too many.
   */
  async close(context: RequestContext, password: string | undefined): Promise<Blocker[]> {
    const { id, email } = context.user;
    const wrong = invalidField('password', 'type the password of this account to close it');
    if (password === undefined) throw wrong;
    const attempt = { email, address: context.address };
    await this.#attempts.begin(attempt);
    const person = await this.people.byId(id);
    if (!(await passwordFits(person?.password_hash, password, context.address))) throw wrong;
    await this.#attempts.succeeded(attempt);
    const blockers = await this.database.system<AuthTables>('close an account').transaction(async trx => {
      // Whoever hands the person a team takes the same lock.
      await lockPerson(trx, id);
      const owned = await this.blockers(id);
      if (owned.length === 0) await this.people.disable(id);
      return owned;
    });
    return blockers;
  }
}
