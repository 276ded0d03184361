import { inject } from 'inversify';
import type { ColumnType, Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import { isFault } from '#core/base/common/index.ts';
import type { Database } from '#core/data/server/index.ts';
import type { ServerBus } from '#core/kernel/server/index.ts';
import { DatabaseToken, ServerBusToken } from '#core/kernel/server/index.ts';
import { Organizations } from '#core/tenancy/server/index.ts';
import type { Subscription } from '../common/api.ts';

interface CustomerTable {
  organization_id: number;
  customer: string;
  subscription: string | null;
  plan: number | null;
  status: Subscription['status'] | null;
  period_end: Date | null;
  cancels: ColumnType<boolean, boolean | undefined, boolean>;
  version: ColumnType<number, number | undefined, number>;
}
interface PaymentTables {
  'billing.customer': CustomerTable;
  'billing.event': { id: string; received_at: ColumnType<Date, never, never> };
}
export type CustomerRow = Selectable<CustomerTable>;

/** A subscription as the provider keeps it. */
export interface BoughtPlan {
  readonly id: string;
  readonly plan: number;
  readonly status: Subscription['status'];
  readonly periodEnd: Date | undefined;
  readonly cancels: boolean;
}

const FREE = 99;
/** States in which the plan is granted. A payment that is late leaves it, for as long as the provider tries again. */
const GRANTED: ReadonlySet<Subscription['status']> = new Set(['trial', 'active', 'past_due']);
const ENDED: ReadonlySet<Subscription['status']> = new Set(['canceled', 'expired']);
const ATTEMPTS = 5;

/** True while a subscription is paid for, or the provider still tries to collect its payment. */
export const isGranted = (status: Subscription['status'] | null): boolean => status !== null && GRANTED.has(status);

/** Customers of the provider of payments, and the licence that follows from what they bought. */
export class Customers {
  constructor(
    @inject(DatabaseToken) private readonly database: Database,
    @inject(Organizations) private readonly organizations: Organizations,
    @inject(ServerBusToken) private readonly bus: ServerBus,
  ) {}

  of(organizationId: number): Promise<CustomerRow | undefined> {
    return this.#run('read a customer', trx =>
      trx.selectFrom('billing.customer').selectAll().where('organization_id', '=', organizationId).executeTakeFirst(),
    );
  }

  /** Returns the row of a customer of the provider; undefined for one of another installation. */
  named(customer: string): Promise<CustomerRow | undefined> {
    return this.#run('find a customer', trx =>
      trx.selectFrom('billing.customer').selectAll().where('customer', '=', customer).executeTakeFirst(),
    );
  }

  /** Keeps the customer of an organization; the first one that was kept stays. */
  async keep(organizationId: number, customer: string): Promise<CustomerRow> {
    await this.#run('keep a customer', trx =>
      trx
        .insertInto('billing.customer')
        .values({
          organization_id: organizationId,
          customer,
          subscription: null,
          plan: null,
          status: null,
          period_end: null,
        })
        .onConflict(conflict => conflict.column('organization_id').doNothing())
        .execute(),
    );
    return (await this.of(organizationId))!;
  }

  async knowsEvent(id: string): Promise<boolean> {
    const row = await this.#run('find a payment event', trx =>
      trx.selectFrom('billing.event').select('id').where('id', '=', id).executeTakeFirst(),
    );
    return row !== undefined;
  }

  /**
   * Takes over what a customer bought: plan and licence follow in one transaction, with the event that reported it.
   * `read` asks the provider for the present state and is asked again when another server was faster, so that events
   * may come twice, late and in any order. The licence is left alone where nothing changed: an operator may have set
   * another one.
   */
  async follow(
    organizationId: number,
    read: (row: CustomerRow) => Promise<BoughtPlan | undefined>,
    event?: string,
  ): Promise<CustomerRow | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      const row = await this.of(organizationId);
      if (row === undefined) return undefined;
      const bought = await read(row);
      const written = await this.#write(row, bought, event).catch((error: unknown) => {
        if (isFault(error) && error.code === 'CONFLICT' && attempt < ATTEMPTS) return undefined;
        throw error;
      });
      if (written === undefined && attempt < ATTEMPTS) continue;
      // Open tabs and the other servers see it at once.
      await this.bus.send('switches', organizationId);
      return written ?? this.of(organizationId);
    }
  }

  #write(
    row: CustomerRow,
    bought: BoughtPlan | undefined,
    event: string | undefined,
  ): Promise<CustomerRow | undefined> {
    return this.#run('follow a subscription', async trx => {
      const written = await trx
        .updateTable('billing.customer')
        .set({
          subscription: bought?.id ?? null,
          plan: bought?.plan ?? null,
          status: bought?.status ?? null,
          period_end: bought?.periodEnd ?? null,
          cancels: bought?.cancels ?? false,
          version: row.version + 1,
        })
        .where('organization_id', '=', row.organization_id)
        .where('version', '=', row.version)
        .returningAll()
        .executeTakeFirst();
      if (written === undefined) return undefined;
      const isNew =
        written.status !== row.status || written.plan !== row.plan || written.subscription !== row.subscription;
      if (isNew && written.status !== null) await this.#grant(row.organization_id, written.plan!, written.status);
      if (event !== undefined) {
        await sql`delete from billing.event where received_at < now() - interval '90 days'`.execute(trx);
        await trx
          .insertInto('billing.event')
          .values({ id: event })
          .onConflict(conflict => conflict.column('id').doNothing())
          .execute();
      }
      return written;
    });
  }

  async #grant(organizationId: number, plan: number, status: Subscription['status']): Promise<void> {
    if (!GRANTED.has(status) && !ENDED.has(status)) return;
    const { member_limit, project_limit, item_limit, licence_version } = await this.organizations.get(organizationId);
    await this.organizations.setLicence(
      organizationId,
      {
        plan: GRANTED.has(status) ? plan : FREE,
        trial_started_at: null,
        licence_expires_at: null,
        member_limit,
        project_limit,
        item_limit,
      },
      licence_version,
    );
  }

  #run<T>(reason: string, work: (trx: Kysely<PaymentTables>) => Promise<T>): Promise<T> {
    return this.database.system<PaymentTables>(reason).transaction(work);
  }
}
