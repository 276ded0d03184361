import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { invalidField } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { personRows } from '#core/auth/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { DatabaseToken, UsageFileToken } from '#core/kernel/server/index.ts';
import type { UsageSettings as SettingsView, UsageSink } from '../common/api.ts';
import type { SettingRow, UsageTables } from './usage-tables.ts';

/** The chosen sink and the state of its deliveries. Off while nobody chose one. */
export class UsageSettings {
  constructor(
    @inject(DatabaseToken) private readonly database: Database,
    @inject(UsageFileToken) private readonly file: string,
  ) {}

  async view(): Promise<SettingsView> {
    return this.#transaction(async trx => {
      const row = await settingOf(trx);
      const changed =
        row === undefined || row.changed_by === null
          ? undefined
          : await sql<{
              email: string;
            }>`select email from ${personRows} as person where person.id = ${row.changed_by}::int`.execute(trx);
      return {
        sink: row?.sink ?? 'off',
        address: row?.address ?? null,
        file_allowed: this.file !== '',
        changed_by: changed?.rows[0]?.email ?? null,
        changed_at: row?.changed_at?.toISOString() ?? null,
        delivered_at: row?.delivered_at?.toISOString() ?? null,
        error: row?.error ?? null,
        dropped: Number(row?.dropped ?? 0),
      };
    });
  }

  /** @throws Fault VALIDATION for an address that none can be sent to, and for a file that the operator did not name. */
  async change(context: RequestContext, sink: UsageSink, address: string | undefined): Promise<SettingsView> {
    if (sink === 'http') demandAddress(address);
    if (sink === 'file' && this.file === '')
      throw invalidField('sink', 'can be a file once the operator sets USAGE_FILE and starts the server again');
    const changed = { sink, changed_by: context.user.id, changed_at: new Date(), error: null };
    await this.#transaction(trx =>
      trx
        .insertInto('usage_analytics.setting')
        .values({ ...changed, address: address ?? null, dropped: 0 })
        .onConflict(conflict =>
          conflict.column('only_one').doUpdateSet({ ...changed, ...(sink === 'http' ? { address: address! } : {}) }),
        )
        .execute(),
    );
    return this.view();
  }

  /** Returns where actions are sent now; an address only for `http`. */
  async current(): Promise<{ readonly sink: UsageSink; readonly address: string }> {
    const row = await this.#transaction(settingOf);
    return { sink: row?.sink ?? 'off', address: row?.address ?? '' };
  }

  /** Keeps how a delivery ended. */
  async noteDelivery({ error, dropped }: { readonly error?: string; readonly dropped: number }): Promise<void> {
    await this.#transaction(trx =>
      trx
        .updateTable('usage_analytics.setting')
        .set({
          error: error ?? null,
          dropped: sql<number>`dropped + ${dropped}::int`,
          ...(error === undefined ? { delivered_at: new Date() } : {}),
        })
        .execute(),
    );
  }

  #transaction<T>(work: (trx: Kysely<UsageTables>) => Promise<T>): Promise<T> {
    return this.database.system<UsageTables>('usage analytics').transaction(work);
  }
}

/** Returns the setting; undefined while nobody made one. */
export const settingOf = (trx: Kysely<UsageTables>): Promise<SettingRow | undefined> =>
  trx.selectFrom('usage_analytics.setting').selectAll().executeTakeFirst();

function demandAddress(address: string | undefined): void {
  const url = address !== undefined && URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw invalidField('address', 'must begin with https:// or http://');
  if (url.username !== '' || url.password !== '') throw invalidField('address', 'must hold no user name or password');
}
