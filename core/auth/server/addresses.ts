import type { Kysely } from 'kysely';
import { Fault, notFound, toDisposable } from '#core/base/common/index.ts';
import type { Disposable } from '#core/base/common/index.ts';
import type { Database } from '#core/data/server/index.ts';
import type { AuthTables } from './auth-tables.ts';
import type { PersonRow } from './person-row.ts';

/** A rule for changes of the address of a person. @throws Fault that says why it stays */
export type AddressRule = (person: PersonRow) => Promise<void>;

/** The refusal to change an address that an organization manages, for a reason. */
export const addressIsManaged = (reason: string): Fault =>
  new Fault('ADDRESS_MANAGED', `${reason}, so your organization manages your e-mail address. Ask its owner.`, {
    status: 403,
  });

/**
 * Addresses of people. `email` of an account is its name in every table and stays for good; the address is what the
 * person signs in with and where mails go. Former addresses stay with the account, so that nothing that names one is
 * ever taken for somebody else's.
 */
export class Addresses {
  readonly #rules = new Set<AddressRule>();

  constructor(private readonly database: Database) {}

  /** Adds a rule for changes; it goes when the result is disposed of. */
  addRule(rule: AddressRule): Disposable {
    this.#rules.add(rule);
    return toDisposable(() => void this.#rules.delete(rule));
  }

  /** @throws Fault of a rule by which the address stays */
  async demandChangeable(person: PersonRow): Promise<void> {
    for (const rule of this.#rules) await rule(person);
  }

  /** Returns where mails for an account go that is named by one of its addresses; others stay as they are. */
  async mailAddress(email: string): Promise<string> {
    const row = await this.#run('find where mails of a person go', trx =>
      trx
        .selectFrom('auth.address as known')
        .innerJoin('auth.person as person', 'person.id', 'known.person_id')
        .select('person.address')
        .where('known.address', '=', email.toLowerCase())
        .executeTakeFirst(),
    );
    return row?.address ?? email;
  }

  /**
   * Makes `to` the address of a person, who proved that it is theirs. Throws NOT_FOUND, and NAME_EXISTS for an address
   * that is or was another account's.
   */
  async change(personId: number, to: string): Promise<PersonRow> {
    return this.#run('change the address of a person', async trx => {
      await trx
        .insertInto('auth.address')
        .values({ address: to, person_id: personId })
        .onConflict(conflict => conflict.doNothing())
        .execute();
      const owner = await trx
        .selectFrom('auth.address')
        .select('person_id')
        .where('address', '=', to)
        .executeTakeFirstOrThrow();
      if (owner.person_id !== personId)
        throw new Fault('NAME_EXISTS', 'An account with this e-mail already exists.', {
          status: 409,
          details: { field: 'email' },
        });
      const row = await trx
        .updateTable('auth.person')
        .set({ address: to, unproven_in: null, updated_at: new Date() })
        .where('id', '=', personId)
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) throw notFound('The person');
      return row;
    });
  }

  #run<T>(reason: string, work: (trx: Kysely<AuthTables>) => Promise<T>): Promise<T> {
    return this.database.system<AuthTables>(reason).transaction(work);
  }
}
