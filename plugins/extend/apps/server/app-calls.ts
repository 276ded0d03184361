import { inject, injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { AppOpenings } from './app-openings.ts';
import type { AppsTables } from './apps-tables.ts';

type Trx = Kysely<AppsTables>;

/** Days that calls are kept, and the most of one app. */
const KEPT_DAYS = 30;
const MOST_CALLS = 10_000;
/** Each app is looked at once in so many lines, so that it may have this many more than it should. */
const TRIM_EVERY = 200;

export interface NotedCall {
  readonly call: string;
  readonly outcome: 'done' | 'refused' | 'failed';
  readonly code?: string | undefined;
  readonly milliseconds?: number;
  readonly itemId?: number | undefined;
}

type CallView = {
  id: number;
  at: string;
  call: string;
  outcome: NotedCall['outcome'];
  code: string | null;
  milliseconds: number | null;
  user: string;
  item_id: number | null;
};

/** Log of the calls and faults of apps: the newest 10 000 lines of each, for 30 days. */
@injectable()
export class AppCalls {
  constructor(@inject(AppOpenings) private readonly openings: AppOpenings) {}

  async note(context: RequestContext, appId: number, calls: readonly NotedCall[]): Promise<void> {
    const rows = calls.map(({ call, outcome, code, milliseconds, itemId }) => ({
      team_id: context.team.id,
      app_id: appId,
      call: call.slice(0, 200),
      outcome,
      code: code ?? null,
      milliseconds: milliseconds === undefined ? null : Math.round(milliseconds),
      email: context.user.email,
      item_id: itemId ?? null,
    }));
    await context.transaction(async (trx: Trx) => {
      const written = await trx.insertInto('apps.call').values(rows).returning('id').execute();
      if (written.some(each => each.id % TRIM_EVERY === 0)) await trim(trx, appId);
    });
  }

  /** Adds entries that the host of an app reports: what it refused, and faults of the app. */
  async report(context: RequestContext, appId: number, entries: readonly NotedCall[]): Promise<void> {
    await this.openings.demand(context, appId);
    await this.note(context, appId, entries);
  }

  /** Newest first. @throws Fault NOT_FOUND */
  async list(
    context: RequestContext,
    appId: number,
    {
      offset,
      limit,
      outcome,
    }: { readonly offset: number; readonly limit: number; readonly outcome?: NotedCall['outcome'] | undefined },
  ): Promise<{ data: CallView[]; count: number }> {
    await this.openings.demand(context, appId);
    return context.transaction(async (trx: Trx) => {
      const matching = trx
        .selectFrom('apps.call')
        .where('app_id', '=', appId)
        .$if(outcome !== undefined, query => query.where('outcome', '=', outcome!));
      const rows = await matching.selectAll().orderBy('id', 'desc').offset(offset).limit(limit).execute();
      const { count } = await matching.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
      return {
        data: rows.map(each => ({
          id: each.id,
          at: each.created_at.toISOString(),
          call: each.call,
          outcome: each.outcome,
          code: each.code,
          milliseconds: each.milliseconds,
          user: each.email,
          item_id: each.item_id,
        })),
        count,
      };
    });
  }
}

async function trim(trx: Trx, appId: number): Promise<void> {
  await sql`delete from apps.call where app_id = ${appId} and id <= (select id from apps.call where app_id = ${appId} order by id desc offset ${MOST_CALLS} limit 1)`.execute(
    trx,
  );
}

/** Forgets calls of all teams that are older than 30 days. */
export async function forgetOldCalls(database: Database): Promise<void> {
  await database
    .system('forget old calls of apps')
    .transaction(trx =>
      sql`delete from apps.call where created_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(trx),
    );
}
