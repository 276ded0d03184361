import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault, isFault, notFound } from '#core/base/common/index.ts';
import type { PersonRow } from '#core/auth/server/index.ts';
import { People } from '#core/auth/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { DatabaseToken } from '#core/kernel/server/index.ts';
import type { Claims } from '../common/claims.ts';
import { domainOf } from '../common/domain-name.ts';
import { Domains } from './domains.ts';
import type { SignOnTables } from './tables.ts';

const refused = (text: string): Fault => new Fault('SSO_REFUSED', text, { status: 403 });

/** Accounts of people by who they are at an identity provider: organization, issuer and subject. */
export class SignOnAccounts {
  constructor(
    @inject(DatabaseToken) private readonly database: Database,
    @inject(People) private readonly people: People,
    @inject(Domains) private readonly domains: Domains,
  ) {}

  /**
   * Checks claims before an account is looked for: the provider of an organization may speak for its proven domains
   * only.
   * @throws Fault SSO_REFUSED (403)
   */
  async demandOwnAddress(organizationId: number, claims: Claims): Promise<string> {
    const { email, emailVerified } = claims;
    if (email === undefined)
      throw refused('Your identity provider sent no e-mail address. Let it release the claim "email".');
    if (!emailVerified) throw refused(`Your identity provider says that ${email} is not verified.`);
    await this.#demandOwned(organizationId, email);
    return email;
  }

  /**
   * Returns the account of a person at the provider; makes it on their first sign-in.
   * @throws Fault SSO_REFUSED (403) that says why the provider can't sign them in
   */
  async resolve(organizationId: number, claims: Claims): Promise<PersonRow> {
    const known = await this.#linked(organizationId, claims);
    if (known !== undefined) {
      await this.#demandOwned(organizationId, known.address);
      return demandUsable(known);
    }
    const email = await this.demandOwnAddress(organizationId, claims);
    const person = demandUsable((await this.people.bySignIn(email)) ?? (await this.#create(email, claims)));
    await this.#link(organizationId, claims, person);
    if (person.unproven_in === null) return person;
    await this.people.handOver(person.id);
    return (await this.people.byId(person.id)) ?? person;
  }

  /** One page of the accounts, the last used first, and the number of all. */
  async list(
    organizationId: number,
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly data: readonly LinkedAccount[]; readonly count: number }> {
    const { rows, count } = await this.#run('list accounts of an identity provider', async trx => {
      const own = trx.selectFrom('single_sign_on.identity').where('organization_id', '=', organizationId);
      return {
        rows: await own
          .select(['person_id', 'subject', 'last_used_at'])
          .orderBy('last_used_at', 'desc')
          .orderBy('subject')
          .offset(offset)
          .limit(limit)
          .execute(),
        ...(await own.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()),
      };
    });
    const people = new Map((await this.people.byIds(rows.map(each => each.person_id))).map(each => [each.id, each]));
    return {
      data: rows.flatMap(row => {
        const person = people.get(row.person_id);
        return person === undefined ? [] : [{ person, subject: row.subject, lastUsedAt: row.last_used_at }];
      }),
      count,
    };
  }

  /** Forgets who an account is at the provider. @throws Fault NOT_FOUND (404) */
  async unlink(organizationId: number, personId: number): Promise<void> {
    const gone = await this.#run('unlink an account', trx =>
      trx
        .deleteFrom('single_sign_on.identity')
        .where('organization_id', '=', organizationId)
        .where('person_id', '=', personId)
        .returning('subject')
        .execute(),
    );
    if (gone.length === 0) throw notFound('The account');
  }

  /** Returns the id of the person who is somebody at the provider. */
  async personOf(
    organizationId: number,
    { issuer, subject }: Pick<Claims, 'issuer' | 'subject'>,
  ): Promise<number | undefined> {
    const row = await this.#run('find who signed out at an identity provider', trx =>
      trx
        .selectFrom('single_sign_on.identity')
        .select('person_id')
        .where('organization_id', '=', organizationId)
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .executeTakeFirst(),
    );
    return row?.person_id;
  }

  /** Returns whether somebody signs in at an identity provider. */
  async isLinked(personId: number): Promise<boolean> {
    const found = await this.#run('ask whether an account signs in at a provider', trx =>
      trx.selectFrom('single_sign_on.identity').select('subject').where('person_id', '=', personId).executeTakeFirst(),
    );
    return found !== undefined;
  }

  async #demandOwned(organizationId: number, email: string): Promise<void> {
    if (await this.domains.owns(organizationId, domainOf(email))) return;
    throw refused(`${email} is in no domain that this organization has proven. Its owner can add ${domainOf(email)}.`);
  }

  async #linked(organizationId: number, { issuer, subject }: Claims): Promise<PersonRow | undefined> {
    const row = await this.#run('find an account of an identity provider', trx =>
      trx
        .updateTable('single_sign_on.identity')
        .set({ last_used_at: new Date() })
        .where('organization_id', '=', organizationId)
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .returning('person_id')
        .executeTakeFirst(),
    );
    return row === undefined ? undefined : this.people.byId(row.person_id);
  }

  async #create(email: string, { firstName, lastName }: Claims): Promise<PersonRow> {
    try {
      return await this.people.create({ email, firstName, lastName });
    } catch (error) {
      // Two first sign-ins at once: the other one made the account.
      const made = isFault(error) && error.code === 'NAME_EXISTS' ? await this.people.bySignIn(email) : undefined;
      if (made === undefined) throw error;
      return made;
    }
  }

  /**
   * Addresses are given to somebody else when people leave: an account that is linked already is not handed to another
   * subject.
   */
  async #link(organizationId: number, { issuer, subject }: Claims, person: PersonRow): Promise<void> {
    await this.#run('link an account', async trx => {
      await trx
        .insertInto('single_sign_on.identity')
        .values({ organization_id: organizationId, issuer, subject, person_id: person.id })
        .onConflict(conflict => conflict.columns(['organization_id', 'issuer', 'subject']).doNothing())
        .execute();
      const links = await trx
        .selectFrom('single_sign_on.identity')
        .select('subject')
        .where('organization_id', '=', organizationId)
        .where('issuer', '=', issuer)
        .where('person_id', '=', person.id)
        .execute();
      if (links.length > 1)
        throw refused(
          `${person.address} was somebody else at your identity provider before. Ask the owner of your organization to unlink the account.`,
        );
    });
  }

  #run<T>(reason: string, work: (trx: Kysely<SignOnTables>) => Promise<T>): Promise<T> {
    return this.database.system<SignOnTables>(reason).transaction(work);
  }
}

/** An account with who it is at the provider. */
export interface LinkedAccount {
  readonly person: PersonRow;
  readonly subject: string;
  readonly lastUsedAt: Date;
}

/** A provider belongs to an organization, and may not hand out the rights of the operator. */
function demandUsable(person: PersonRow): PersonRow {
  if (person.disabled_at !== null) throw refused('This account is closed.');
  if (person.super_admin)
    throw refused('Administrators of this installation sign in with their password or a passkey.');
  return person;
}
