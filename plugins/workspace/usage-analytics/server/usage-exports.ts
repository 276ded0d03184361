import { randomUUID } from 'node:crypto';
import { inject } from 'inversify';
import type { Kysely, Updateable } from 'kysely';
import { sql } from 'kysely';
import { isFault, notFound } from '#core/base/common/index.ts';
import type { Handlers, Log, RequestContext } from '#core/api/server/index.ts';
import { personRows } from '#core/auth/server/index.ts';
import type { BlobDriver, BlobUrls, Database } from '#core/data/server/index.ts';
import { outsideTransaction } from '#core/data/server/index.ts';
import { BlobsToken, BlobUrlsToken, DatabaseToken, LogToken } from '#core/kernel/server/index.ts';
import { teamRows } from '#core/tenancy/server/index.ts';
import type { UsageSpan } from '../common/api.ts';
import type { UsageExport, usageExportsApi } from '../common/exports-api.ts';
import { daysUntil } from './usage-figures.ts';
import { countUsageLines, usageCsv } from './usage-lines.ts';
import type { ExportTable, UsageTables } from './usage-tables.ts';

/** Seconds without a sign after which the process that writes a file counts as dead. */
const SILENCE = 60;
/** Files that the list keeps. */
const MOST = 50;
/** Lifetime of the address of a file, in milliseconds. */
const ADDRESS_MS = 3_600_000;

interface Asked {
  readonly days?: UsageSpan | undefined;
  readonly month?: string | undefined;
  readonly team?: number | undefined;
  readonly request?: string | undefined;
}

type Listed = Omit<UsageExport, 'team' | 'url' | 'createdAt' | 'finishedAt'> & {
  readonly team: number;
  readonly team_name: string | null;
  readonly blob_hash: string | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
};

/** Thrown into the writing of a file whose row was removed. */
class Removed extends Error {}

/** Files of counts. Each is written in the background; a server that ends leaves its files to the next that looks. */
export class UsageExports {
  readonly #running = new Map<string, Promise<void>>();
  readonly #ending = new AbortController();

  constructor(
    @inject(DatabaseToken) private readonly database: Database,
    @inject(BlobsToken) private readonly blobs: BlobDriver,
    @inject(BlobUrlsToken) private readonly urls: BlobUrls,
    @inject(LogToken) private readonly log: Log,
  ) {}

  /** Begins a file; with the id of a request that was made before, returns that one. */
  async start(context: RequestContext, { days = 30, month, team = 0, request }: Asked): Promise<UsageExport> {
    const id = request ?? randomUUID();
    const [from, to] = month === undefined ? lastDays(days) : daysOf(month);
    await this.#transaction(async trx => {
      const values = { id, state: 'NOT_STARTED' as const, from_day: from, to_day: to, team, asked_by: context.user.id };
      await trx
        .insertInto('usage_analytics.export')
        .values(values)
        .onConflict(conflict => conflict.doNothing())
        .execute();
      await sql`delete from usage_analytics.export where id in
        (select id from usage_analytics.export order by created_at desc, id offset ${MOST})`.execute(trx);
    });
    this.#begin(id);
    return this.get(id);
  }

  /** Throws NOT_FOUND. */
  async get(id: string): Promise<UsageExport> {
    const [found] = await this.#transaction(trx => listed(trx, { id }));
    if (found === undefined) throw notFound('The export');
    return this.#view(found);
  }

  /** Returns a page of files, the newest first. Takes over those that another server left unfinished. */
  async list(page: {
    readonly offset: number;
    readonly limit: number;
  }): Promise<{ readonly data: UsageExport[]; readonly count: number }> {
    await this.resume();
    return this.#transaction(async trx => {
      const rows = await listed(trx, page);
      const { count } = await trx
        .selectFrom('usage_analytics.export')
        .select(sql<number>`count(*)::int`.as('count'))
        .executeTakeFirstOrThrow();
      return { data: rows.map(each => this.#view(each)), count };
    });
  }

  /** Throws NOT_FOUND. */
  async remove(id: string): Promise<void> {
    const { numDeletedRows } = await this.#transaction(trx =>
      trx.deleteFrom('usage_analytics.export').where('id', '=', id).executeTakeFirst(),
    );
    if (numDeletedRows === 0n) throw notFound('The export');
  }

  /** Begins the files that wait, and those of servers that are gone. */
  async resume(): Promise<void> {
    const rows = await this.#transaction(trx =>
      trx.selectFrom('usage_analytics.export').select('id').where(isFree).execute(),
    );
    for (const { id } of rows) this.#begin(id);
  }

  /** Waits for the files of this server that are being written. */
  async settled(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  /** Stops writing. The next server that starts writes the files again. */
  async stop(): Promise<void> {
    this.#ending.abort();
    await this.settled();
  }

  handlers(): Handlers<typeof usageExportsApi> {
    return {
      startUsageExport: ({ body }, context) => this.start(context, body),
      listUsageExports: ({ query }) => this.list(query),
      removeUsageExport: async ({ params }) => {
        await this.remove(params.usage_export_id);
        return { success: true };
      },
    };
  }

  #begin(id: string): void {
    if (this.#running.has(id) || this.#ending.signal.aborted) return;
    const running = outsideTransaction(() => this.#run(id))
      .catch((error: unknown) => this.log.error({ err: error, export: id }, 'a file of usage was not written'))
      .finally(() => this.#running.delete(id));
    this.#running.set(id, running);
  }

  async #run(id: string): Promise<void> {
    const period = await this.#claim(id);
    if (period === undefined) return;
    try {
      const file = usageCsv(this.database, period, async done => {
        this.#ending.signal.throwIfAborted();
        if (!(await this.#note(id, { done, active_at: new Date() }))) throw new Removed();
      });
      const { hash, size } = await this.blobs.put(file, { signal: this.#ending.signal });
      await this.#note(id, { state: 'COMPLETED', blob_hash: hash, size, finished_at: new Date() });
    } catch (error) {
      if (error instanceof Removed) return;
      if (this.#ending.signal.aborted) {
        await this.#note(id, { state: 'NOT_STARTED' });
        return;
      }
      this.log.error({ err: error, export: id }, 'a file of usage was not written');
      const reason = isFault(error) ? error.message : 'The server could not write it. Its log says why.';
      await this.#note(id, { state: 'FAILED', error: reason, finished_at: new Date() });
    }
  }

  /** Takes a file that no living process writes; undefined when there is nothing to take. */
  async #claim(id: string): Promise<{ readonly from: string; readonly to: string; readonly team: number } | undefined> {
    return this.#transaction(async trx => {
      const row = await trx
        .updateTable('usage_analytics.export')
        .set({ state: 'IN_PROGRESS', done: 0, active_at: new Date() })
        .where('id', '=', id)
        .where(isFree)
        .returning([
          sql<string>`to_char(from_day, 'YYYY-MM-DD')`.as('from'),
          sql<string>`to_char(to_day, 'YYYY-MM-DD')`.as('to'),
          'team',
        ])
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const total = await countUsageLines(trx, row);
      await trx.updateTable('usage_analytics.export').set({ total }).where('id', '=', id).execute();
      return row;
    });
  }

  /** Returns false when the row is gone. */
  async #note(id: string, values: Updateable<ExportTable>): Promise<boolean> {
    const { numUpdatedRows } = await this.#transaction(trx =>
      trx.updateTable('usage_analytics.export').set(values).where('id', '=', id).executeTakeFirst(),
    );
    return numUpdatedRows > 0n;
  }

  #view({
    team,
    team_name: name,
    blob_hash: hash,
    created_at: created,
    finished_at: finished,
    ...row
  }: Listed): UsageExport {
    return {
      ...row,
      team: team === 0 ? null : { id: team, name },
      url:
        hash === null
          ? null
          : this.urls.sign({ hash, type: 'text/csv', name: `usage-${row.from}-${row.to}.csv` }, ADDRESS_MS),
      createdAt: created.toISOString(),
      finishedAt: finished?.toISOString() ?? null,
    };
  }

  #transaction<T>(work: (trx: Kysely<UsageTables>) => Promise<T>): Promise<T> {
    return this.database.system<UsageTables>('files of usage').transaction(work);
  }
}

/** True for a file that nobody writes: it waits, or the process that wrote it is silent. */
const isFree = sql<boolean>`(state = 'NOT_STARTED' or (state = 'IN_PROGRESS'
  and active_at < clock_timestamp() - make_interval(secs => ${SILENCE})))`;

async function listed(
  trx: Kysely<UsageTables>,
  { id, offset = 0, limit = 1 }: { readonly id?: string; readonly offset?: number; readonly limit?: number },
): Promise<readonly Listed[]> {
  const { rows } = await sql<Listed>`
    select file.id, file.state, to_char(file.from_day, 'YYYY-MM-DD') as "from", to_char(file.to_day, 'YYYY-MM-DD') as "to",
      file.team, known.name as team_name, file.done, file.total, file.size::float8 as size, file.blob_hash, file.error,
      person.email as asked_by, file.created_at, file.finished_at
    from usage_analytics.export as file
    left join ${teamRows} as known on known.id = file.team left join ${personRows} as person on person.id = file.asked_by
    where ${id === undefined ? sql`true` : sql`file.id = ${id}::uuid`}
    order by file.created_at desc, file.id offset ${offset} limit ${limit}`.execute(trx);
  return rows;
}

function lastDays(days: number): [string, string] {
  const all = daysUntil(new Date(), days);
  return [all[0]!, all.at(-1)!];
}

/** Returns the first and last day of a month such as 2026-11. */
function daysOf(month: string): [string, string] {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return [`${month}-01`, new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)];
}
