import { randomBytes } from 'node:crypto';
import { inject } from 'inversify';
import type { Kysely, Selectable } from 'kysely';
import { Fault, notFound } from '#core/base/common/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { asUniqueViolation } from '#core/data/server/index.ts';
import { DatabaseToken } from '#core/kernel/server/index.ts';
import { DomainProof } from './domain-proof.ts';
import type { DomainTable, SignOnTables } from './tables.ts';

export type DomainRow = Selectable<DomainTable>;

const MOST_DOMAINS = 100;

/** Domains of e-mail addresses that organizations say are theirs. One that is proven belongs to one organization. */
export class Domains {
  constructor(
    @inject(DatabaseToken) private readonly database: Database,
    @inject(DomainProof) private readonly proof: DomainProof,
  ) {}

  async list(organizationId: number): Promise<readonly DomainRow[]> {
    return this.#run('list the domains of an organization', trx =>
      trx
        .selectFrom('single_sign_on.domain')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .orderBy('domain')
        .execute(),
    );
  }

  /** Returns true when a domain is proven to be of the organization. */
  async owns(organizationId: number, domain: string): Promise<boolean> {
    const all = await this.list(organizationId);
    return all.some(each => each.domain === domain && each.proven_by !== null);
  }

  /** Adds a domain, not proven yet; one that is there stays as it is. @throws Fault LIMIT_REACHED (409) */
  async add(organizationId: number, domain: string): Promise<void> {
    if ((await this.list(organizationId)).length >= MOST_DOMAINS)
      throw new Fault('LIMIT_REACHED', `An organization can have ${MOST_DOMAINS} domains.`, { status: 409 });
    await this.#run('add a domain', trx =>
      trx
        .insertInto('single_sign_on.domain')
        .values({
          organization_id: organizationId,
          domain,
          token: randomBytes(24).toString('base64url'),
          proven_by: null,
        })
        .onConflict(conflict => conflict.columns(['organization_id', 'domain']).doNothing())
        .execute(),
    );
  }

  /**
   * Looks for the proof and keeps that it was there.
   * @throws Fault NOT_FOUND, DOMAIN_UNPROVEN (422), DOMAIN_TAKEN (409)
   */
  async prove(organizationId: number, domain: string, by: 'dns' | 'file'): Promise<void> {
    const row = (await this.list(organizationId)).find(each => each.domain === domain);
    if (row === undefined) throw notFound('The domain');
    await this.proof.demand(domain, row.token, by);
    await this.#keep(organizationId, domain, by);
  }

  /** Believes without a look that a domain is of the organization. @throws Fault NOT_FOUND, DOMAIN_TAKEN (409) */
  async confirm(organizationId: number, domain: string): Promise<void> {
    await this.#keep(organizationId, domain, 'operator');
  }

  async remove(organizationId: number, domain: string): Promise<void> {
    await this.#run('remove a domain', trx =>
      trx
        .deleteFrom('single_sign_on.domain')
        .where('organization_id', '=', organizationId)
        .where('domain', '=', domain)
        .execute(),
    );
  }

  async #keep(organizationId: number, domain: string, by: 'dns' | 'file' | 'operator'): Promise<void> {
    try {
      const kept = await this.#run('keep the proof of a domain', trx =>
        trx
          .updateTable('single_sign_on.domain')
          .set({ proven_by: by })
          .where('organization_id', '=', organizationId)
          .where('domain', '=', domain)
          .returning('domain')
          .executeTakeFirst(),
      );
      if (kept === undefined) throw notFound('The domain');
    } catch (error) {
      if (asUniqueViolation(error) === undefined) throw error;
      throw new Fault('DOMAIN_TAKEN', `${domain} belongs to another organization of this installation.`, {
        status: 409,
      });
    }
  }

  #run<T>(reason: string, work: (trx: Kysely<SignOnTables>) => Promise<T>): Promise<T> {
    return this.database.system<SignOnTables>(reason).transaction(work);
  }
}
