import type { Kysely } from 'kysely';
import { Fault, notFound, toDisposable } from '#core/base/common/index.ts';
import type { Disposable } from '#core/base/common/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { asUniqueViolation } from '#core/data/server/index.ts';
import type { MfaType } from '../common/index.ts';
import type { AuthTables } from './auth-tables.ts';
import type { PasswordCost } from './passwords.ts';
import { hashPassword, PASSWORD_COST } from './passwords.ts';
import type { PersonRow } from './person-row.ts';

export interface NewPerson {
  readonly email: string;
  readonly password?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly superAdmin?: boolean;
  /** The organization that made the account without a proof of its address; the only one where it can be used. */
  readonly unprovenIn?: number;
}

/** A rule for a new password of a person. @throws Fault INVALID_FIELD (400) that says what is asked for */
export type PasswordRule = (personId: number, password: string) => Promise<void>;

/** Accounts. E-mails and usernames are in lower case. */
export class People {
  readonly #passwordRules = new Set<PasswordRule>();

  constructor(
    private readonly database: Database,
    /** Ends, in the same transaction, what else lets somebody in: their password changed or their account closed. */
    private readonly lockedOut: (personId: number) => Promise<void> = () => Promise.resolve(),
    private readonly passwordCost: PasswordCost = PASSWORD_COST,
  ) {}

  /** Adds a rule for new passwords; it goes when the result is disposed of. */
  addPasswordRule(rule: PasswordRule): Disposable {
    this.#passwordRules.add(rule);
    return toDisposable(() => void this.#passwordRules.delete(rule));
  }

  /** @throws Fault INVALID_FIELD (400) for a password that a rule refuses */
  async demandPassword(id: number, password: string): Promise<void> {
    for (const rule of this.#passwordRules) await rule(id, password);
  }

  /** Returns who signs in with an address. */
  async bySignIn(address: string): Promise<PersonRow | undefined> {
    return this.#run('find a person by the address of sign-in', trx =>
      trx
        .selectFrom('auth.person')
        .selectAll()
        .where('address', '=', address.toLowerCase())
        .where('merged_into', 'is', null)
        .executeTakeFirst(),
    );
  }

  /** Returns whose address it is, or was before they changed it. */
  async byEmail(email: string): Promise<PersonRow | undefined> {
    return this.#run('find a person by e-mail', trx =>
      trx
        .selectFrom('auth.person')
        .innerJoin('auth.address as known', 'known.person_id', 'auth.person.id')
        .selectAll('auth.person')
        .where('known.address', '=', email.toLowerCase())
        .executeTakeFirst(),
    );
  }

  async byId(id: number): Promise<PersonRow | undefined> {
    return this.#run('find a person', trx =>
      trx.selectFrom('auth.person').selectAll().where('id', '=', id).executeTakeFirst(),
    );
  }

  async byIds(ids: readonly number[]): Promise<readonly PersonRow[]> {
    if (ids.length === 0) return [];
    return this.#run('find people', trx =>
      trx
        .selectFrom('auth.person')
        .selectAll()
        .where('id', 'in', [...ids])
        .execute(),
    );
  }

  /** The people who administer the installation, by e-mail. */
  async superAdmins(): Promise<readonly PersonRow[]> {
    return this.#run('find super-admins', trx =>
      trx
        .selectFrom('auth.person')
        .selectAll()
        .where('super_admin', '=', true)
        .where('disabled_at', 'is', null)
        .orderBy('email')
        .execute(),
    );
  }

  /** Throws NAME_EXISTS when the e-mail is taken. */
  async create(person: NewPerson): Promise<PersonRow> {
    const passwordHash = person.password === undefined ? null : await hashPassword(person.password, this.passwordCost);
    try {
      const email = person.email.toLowerCase();
      return await this.#run('create a person', trx =>
        trx
          .with('made', all =>
            all
              .insertInto('auth.person')
              .values({
                email,
                address: email,
                password_hash: passwordHash,
                first_name: person.firstName ?? '',
                last_name: person.lastName ?? '',
                super_admin: person.superAdmin ?? false,
                unproven_in: person.unprovenIn ?? null,
              })
              .returningAll(),
          )
          .with('known', all =>
            all
              .insertInto('auth.address')
              .columns(['address', 'person_id'])
              .expression(query => query.selectFrom('made').select(['made.address', 'made.id'])),
          )
          .selectFrom('made')
          .selectAll()
          .executeTakeFirstOrThrow(),
      );
    } catch (error) {
      if (asUniqueViolation(error) !== undefined)
        throw new Fault('NAME_EXISTS', 'An account with this e-mail already exists.', {
          status: 409,
          details: { field: 'email' },
        });
      throw error;
    }
  }

  async byUsername(username: string): Promise<PersonRow | undefined> {
    return this.#run('find a person by username', trx =>
      trx.selectFrom('auth.person').selectAll().where('username', '=', username.toLowerCase()).executeTakeFirst(),
    );
  }

  /** Changes names or the picture; absent parts stay. Throws NAME_EXISTS for a username somebody else has. */
  async update(
    id: number,
    change: {
      readonly firstName?: string | undefined;
      readonly lastName?: string | undefined;
      readonly username?: string | null | undefined;
      readonly avatarHash?: string | null;
    },
  ): Promise<PersonRow> {
    try {
      const row = await this.#run('change a person', trx =>
        trx
          .updateTable('auth.person')
          .set({
            ...(change.firstName === undefined ? {} : { first_name: change.firstName }),
            ...(change.lastName === undefined ? {} : { last_name: change.lastName }),
            ...(change.username === undefined ? {} : { username: change.username }),
            ...(change.avatarHash === undefined ? {} : { avatar_hash: change.avatarHash }),
            updated_at: new Date(),
          })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst(),
      );
      if (row === undefined) throw notFound('The person');
      return row;
    } catch (error) {
      if (asUniqueViolation(error) !== undefined)
        throw new Fault('NAME_EXISTS', 'This username is taken.', { status: 409, details: { field: 'username' } });
      throw error;
    }
  }

  /** Closes an account: every session ends at once, and nobody signs in to it any more. */
  async disable(id: number): Promise<void> {
    await this.#run('close an account', async trx => {
      await trx
        .updateTable('auth.person')
        .set(({ eb }) => ({
          disabled_at: new Date(),
          session_version: eb('session_version', '+', 1),
          updated_at: new Date(),
        }))
        .where('id', '=', id)
        .execute();
      await this.endSessions(id);
    });
  }

  /** Opens a closed account again. Its sessions and tokens stay ended. */
  async enable(id: number): Promise<void> {
    await this.#run('open an account again', trx =>
      trx.updateTable('auth.person').set({ disabled_at: null, updated_at: new Date() }).where('id', '=', id).execute(),
    );
  }

  /** Sets a password and ends every session and SDK token. With `proves`, who sets it owns the address. */
  async setPassword(
    id: number,
    password: string,
    { proves = false }: { readonly proves?: boolean } = {},
  ): Promise<PersonRow> {
    await this.demandPassword(id, password);
    const passwordHash = await hashPassword(password, this.passwordCost);
    const row = await this.#run('set a password', async trx => {
      const changed = await trx
        .updateTable('auth.person')
        .set(({ eb }) => ({
          password_hash: passwordHash,
          session_version: eb('session_version', '+', 1),
          updated_at: new Date(),
          ...(proves ? { unproven_in: null } : {}),
        }))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      await this.endSessions(id);
      return changed;
    });
    if (row === undefined) throw notFound('The person');
    return row;
  }

  /**
   * Hands an account to the owner of its address, who proved it without a password. Whoever made the account before
   * knows its password and may have added factors of their own, so all of them go, and every session ends.
   */
  async handOver(id: number): Promise<void> {
    await this.#run('hand an account to the owner of its address', async trx => {
      await trx
        .updateTable('auth.person')
        .set(({ eb }) => ({
          password_hash: null,
          preferred_mfa: 'NOMFA',
          unproven_in: null,
          session_version: eb('session_version', '+', 1),
          updated_at: new Date(),
        }))
        .where('id', '=', id)
        .execute();
      await trx.deleteFrom('auth.passkey').where('person_id', '=', id).execute();
      await trx.deleteFrom('auth.totp').where('person_id', '=', id).execute();
      await trx.deleteFrom('auth.phone').where('person_id', '=', id).execute();
      await trx.deleteFrom('auth.recovery_code').where('person_id', '=', id).execute();
      await this.endSessions(id);
    });
  }

  /** Ends every session and SDK token of a person, in the transaction around it if there is one. */
  async endSessions(id: number): Promise<void> {
    await this.#run('end the sessions of a person', async trx => {
      await trx
        .updateTable('auth.session')
        .set({ revoked_at: new Date() })
        .where('person_id', '=', id)
        .where('revoked_at', 'is', null)
        .execute();
      await this.lockedOut(id);
    });
  }

  /** Sets what sign-in asks for after the password. */
  async setPreferredMfa(id: number, preferred: MfaType): Promise<void> {
    await this.#run('choose a second factor', trx =>
      trx
        .updateTable('auth.person')
        .set({ preferred_mfa: preferred, updated_at: new Date() })
        .where('id', '=', id)
        .execute(),
    );
  }

  /** Lets an account be used in all organizations: its address is known to be the person's. */
  async prove(id: number): Promise<void> {
    await this.#run('prove an address', trx =>
      trx.updateTable('auth.person').set({ unproven_in: null, updated_at: new Date() }).where('id', '=', id).execute(),
    );
  }

  #run<T>(reason: string, work: (trx: Kysely<AuthTables>) => Promise<T>): Promise<T> {
    return this.database.system<AuthTables>(reason).transaction(work);
  }
}
