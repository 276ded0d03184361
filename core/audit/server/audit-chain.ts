import type { Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Log } from '#core/api/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import type { AuditTables, ChainTable, EntryTable } from './audit-tables.ts';
import { chainSeal, entryHash } from './entry-hash.ts';

/** Entries that are sealed, or checked, in one transaction. */
const BATCH = 500;

/** Milliseconds from a new entry to its seal. Entries of the same second are sealed together. */
const DELAY = 1_000;

/** The hash before the first entry. */
const FIRST = '';

/** Result of a check of one chain. */
export interface ChainCheck {
  readonly organizationId: number;
  /** Entries that were checked. */
  readonly entries: number;
  /** Hash of the newest one; kept elsewhere, it proves later that nothing before it was changed. */
  readonly head: string;
  /** The first entry that is not as it was written; absent when all are. */
  readonly problem?: { readonly number: number; readonly reason: string };
}

/**
 * Numbers the entries of each organization and chains them by hashes. Calls only add entries and wait for nobody; this
 * is done after them, in batches, under a lock of the chain that no call takes.
 */
export class AuditChain {
  #timer: NodeJS.Timeout | undefined;
  #started = false;
  #sealing: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly database: Database,
    /** 32 bytes that are not in the database. */
    private readonly key: Buffer,
    private readonly log: Pick<Log, 'error'>,
  ) {}

  /** Begins to seal new entries, and those that a server left behind. */
  start(): void {
    this.#started = true;
    this.soon();
  }

  /** Seals what is left and ends. */
  async stop(): Promise<void> {
    const started = this.#started;
    this.#started = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (started) this.#seal();
    await this.#sealing;
  }

  /** Has new entries sealed within a second. */
  soon(): void {
    if (!this.#started || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#seal();
    }, DELAY);
    this.#timer.unref();
  }

  /** Seals all entries that are not sealed yet. */
  async seal(): Promise<void> {
    for (const organizationId of await this.#open())
      while ((await this.database.step(() => this.#sealBatch(organizationId))) === BATCH);
  }

  /** Checks the chain of every organization, or of one. New entries are sealed first. */
  async verify(organizationId?: number): Promise<readonly ChainCheck[]> {
    await this.seal();
    const chains = await this.#run('list the chains of the audit log', trx =>
      trx
        .selectFrom('audit.chain')
        .selectAll()
        .$if(organizationId !== undefined, query => query.where('organization_id', '=', organizationId!))
        .orderBy('organization_id')
        .execute(),
    );
    const orphans = await this.#withoutChain(new Set(chains.map(each => each.organization_id)), organizationId);
    const checks: ChainCheck[] = orphans.map(id => ({
      organizationId: id,
      entries: 0,
      head: FIRST,
      problem: { number: 1, reason: 'The end of the chain was deleted.' },
    }));
    for (const chain of chains) checks.push(await this.#check(chain));
    return checks;
  }

  #seal(): void {
    this.#sealing = this.#sealing
      .then(() => this.seal())
      .catch((error: unknown) => this.log.error({ err: error }, 'the audit log could not be sealed'));
  }

  async #open(): Promise<readonly number[]> {
    const rows = await this.#run('find entries to seal', trx =>
      trx.selectFrom('audit.entry').select('organization_id').distinct().where('number', 'is', null).execute(),
    );
    return rows.map(each => each.organization_id);
  }

  async #sealBatch(organizationId: number): Promise<number> {
    return this.#run('seal entries of the audit log', async trx => {
      await trx
        .insertInto('audit.chain')
        .values({ organization_id: organizationId, ...this.#end(organizationId, 0, FIRST) })
        .onConflict(conflict => conflict.doNothing())
        .execute();
      const chain = await trx
        .selectFrom('audit.chain')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const rows = await trx
        .selectFrom('audit.entry')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('number', 'is', null)
        .orderBy('id')
        .limit(BATCH)
        .execute();
      if (rows.length === 0) return 0;
      let { number, hash } = chain;
      const sealed = rows.map(row => {
        number += 1;
        hash = entryHash(this.key, hash, number, row);
        return { id: row.id, number, hash };
      });
      await sql`update audit.entry set number = sealed.number, hash = sealed.hash
        from unnest(${sealed.map(each => each.id)}::bigint[], ${sealed.map(each => each.number)}::int[],
          ${sealed.map(each => each.hash)}::text[]) as sealed (id, number, hash)
        where entry.id = sealed.id`.execute(trx);
      await trx
        .updateTable('audit.chain')
        .set(this.#end(organizationId, number, hash))
        .where('organization_id', '=', organizationId)
        .execute();
      return rows.length;
    });
  }

  #end(organizationId: number, number: number, hash: string): Pick<ChainTable, 'number' | 'hash' | 'seal'> {
    return { number, hash, seal: chainSeal(this.key, organizationId, number, hash) };
  }

  async #check(chain: ChainTable): Promise<ChainCheck> {
    const organizationId = chain.organization_id;
    let number = 0;
    let hash = FIRST;
    const found = (at: number, reason: string): ChainCheck => ({
      organizationId,
      entries: number,
      head: hash,
      problem: { number: at, reason },
    });
    for (;;) {
      const rows = await this.database.step(() => this.#sealed(organizationId, number));
      for (const row of rows) {
        if (row.number !== number + 1) return found(number + 1, 'The entry is missing.');
        const expected = entryHash(this.key, hash, row.number, row);
        if (row.hash !== expected) return found(row.number, 'The entry was changed.');
        number = row.number;
        hash = expected;
      }
      if (rows.length < BATCH) break;
    }
    // Entries may have been sealed since the end was read; it must be one of those that were checked.
    if (chain.seal !== chainSeal(this.key, organizationId, chain.number, chain.hash))
      return found(chain.number, 'The end of the chain was changed.');
    if (number < chain.number) return found(number + 1, 'The newest entries were deleted.');
    return { organizationId, entries: number, head: hash };
  }

  #sealed(organizationId: number, after: number): Promise<readonly Selectable<EntryTable>[]> {
    return this.#run('check the audit log', trx =>
      trx
        .selectFrom('audit.entry')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('number', '>', after)
        .orderBy('number')
        .limit(BATCH)
        .execute(),
    );
  }

  async #withoutChain(known: ReadonlySet<number>, only: number | undefined): Promise<readonly number[]> {
    const rows = await this.#run('find entries without a chain', trx =>
      trx.selectFrom('audit.entry').select('organization_id').distinct().where('number', 'is not', null).execute(),
    );
    return rows.map(each => each.organization_id).filter(id => !known.has(id) && (only === undefined || only === id));
  }

  #run<T>(reason: string, work: (trx: Kysely<AuditTables>) => Promise<T>): Promise<T> {
    return this.database.system<AuditTables>(reason).transaction(work);
  }
}
