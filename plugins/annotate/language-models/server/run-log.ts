import { injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { asUniqueViolation } from '#core/data/server/index.ts';
import { itemRows } from '#plugins/workspace/items/server/kit/index.ts';
import { projectRows } from '#plugins/workspace/projects/server/kit/index.ts';
import type { Budget, RunView, Usage } from '../common/model.ts';
import { monthOf } from '../common/token-cost.ts';
import type { ModelsTables, RunRow } from './models-tables.ts';

type Trx = Kysely<ModelsTables>;

/** Minutes after which a call that did not end is taken for lost: its server was stopped. */
const LOST_MINUTES = 15;

/** Facts about a call when it begins. */
export interface NewRun {
  readonly kind: RunRow['kind'];
  readonly target: string;
  readonly modelId?: number;
  readonly projectId?: number;
  readonly itemId?: number | undefined;
  readonly key?: string | undefined;
  /** Tokens it will take in. */
  readonly expected?: number;
  /** Tokens of the longest answer, where it is known: they count as used until the call has ended. */
  readonly reserved?: number;
}

export interface RunEnd {
  readonly state: 'done' | 'stopped' | 'failed' | 'refused';
  readonly usage?: Usage;
  readonly cost?: number | null;
  readonly latencyMs: number;
  readonly error?: string;
}

export interface RunFilter {
  readonly state?: RunView['state'] | undefined;
  readonly kind?: RunRow['kind'] | undefined;
  /** Part of a model's name, an e-mail address, a project or an item. */
  readonly text?: string | undefined;
}

/** Every call that leaves the server for a form or a model, and the tokens of the month. */
@injectable()
export class RunLog {
  /**
   * Notes a call that begins, within the budget of the team. A call that the budget refuses is noted as well.
   * @throws Fault MODEL_BUDGET (422), RUN_REPEATED (409) for a key that was used before
   */
  async begin(context: RequestContext, run: NewRun): Promise<number> {
    const { month, id } = await context.transaction(async (trx: Trx) => {
      const found = run.kind === 'fetch' ? undefined : await overBudget(trx, run.expected ?? 0);
      return { month: found, id: found === undefined ? await insert(context, trx, run, 'running') : 0 };
    });
    if (month === undefined) return id;
    const message = `The team has used its ${month.limit.toLocaleString('en')} tokens of ${month.name}. Who manages the models can raise the budget under Models.`;
    await context.transaction(async (trx: Trx) => {
      const refused = await insert(context, trx, { ...run, expected: 0, reserved: 0 }, 'refused');
      await trx
        .updateTable('language_models.run')
        .set({ error: message, latency_ms: 0 })
        .where('id', '=', refused)
        .execute();
    });
    throw new Fault('MODEL_BUDGET', message, {
      status: 422,
      details: { monthly_tokens: month.limit, used_tokens: month.used },
    });
  }

  async end(
    context: RequestContext,
    id: number,
    { state, usage, cost = null, latencyMs, error }: RunEnd,
  ): Promise<void> {
    const tokens = {
      input_tokens: usage?.input_tokens ?? 0,
      output_tokens: usage?.output_tokens ?? 0,
      estimated: usage?.estimated ?? false,
    };
    await context.transaction((trx: Trx) =>
      trx
        .updateTable('language_models.run')
        .set({ state, cost, latency_ms: Math.round(latencyMs), error: error ?? null, ...tokens })
        .where('id', '=', id)
        .execute(),
    );
  }

  async budget(context: RequestContext): Promise<Budget> {
    return context.transaction(async (trx: Trx) => {
      const row = await trx.selectFrom('language_models.budget').select('monthly_tokens').executeTakeFirst();
      const used = await usedSince(trx, monthOf(new Date()).start);
      return {
        monthly_tokens:
          row?.monthly_tokens === undefined || row.monthly_tokens === null ? null : Number(row.monthly_tokens),
        used_tokens: used.tokens,
        used_cost: used.cost,
        calls: used.calls,
        month: monthOf(new Date()).name,
      };
    });
  }

  async setBudget(context: RequestContext, monthlyTokens: number | null): Promise<Budget> {
    const written = { monthly_tokens: monthlyTokens, updated_by: context.user.email, updated_at: new Date() };
    await context.transaction((trx: Trx) =>
      trx
        .insertInto('language_models.budget')
        .values({ team_id: context.team.id, ...written })
        .onConflict(conflict => conflict.column('team_id').doUpdateSet(written))
        .execute(),
    );
    return this.budget(context);
  }

  /** Newest first, with the names that are still there. */
  async list(
    context: RequestContext,
    filter: RunFilter & { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly data: RunView[]; readonly count: number }> {
    return context.transaction(async (trx: Kysely<ModelsTables>) => {
      const state = sql<
        RunView['state']
      >`case when run.state = 'running' and run.created_at < now() - make_interval(mins => ${LOST_MINUTES}) then 'lost' else run.state end`;
      const like = `%${(filter.text ?? '').trim().replaceAll(/[\\%_]/g, found => `\\${found}`)}%`;
      const matching = trx
        .selectFrom('language_models.run as run')
        .leftJoin(projectRows.as('project'), join =>
          join.onRef('project.team_id', '=', 'run.team_id').onRef('project.id', '=', 'run.project_id'),
        )
        .leftJoin(itemRows.as('item'), join =>
          join.onRef('item.team_id', '=', 'run.team_id').onRef('item.id', '=', 'run.item_id'),
        )
        .$if(filter.state !== undefined, query => query.where(state, '=', filter.state!))
        .$if(filter.kind !== undefined, query => query.where('run.kind', '=', filter.kind!))
        .$if(like !== '%%', query =>
          query.where(
            sql<boolean>`(run.target ilike ${like} or run.email ilike ${like} or project.name ilike ${like} or item.name ilike ${like})`,
          ),
        );
      const rows = await matching
        .selectAll('run')
        .select([state.as('now_state'), 'project.name as project_name', 'item.name as item_name'])
        .orderBy('run.created_at', 'desc')
        .orderBy('run.id', 'desc')
        .offset(filter.offset)
        .limit(filter.limit)
        .execute();
      const { count } = await matching.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
      return {
        count,
        data: rows.map(row => ({
          id: row.id,
          kind: row.kind,
          created_at: row.created_at.toISOString(),
          email: row.email,
          project_id: row.project_id,
          project_name: row.project_name,
          item_id: row.item_id,
          item_name: row.item_name,
          target: row.target,
          state: row.now_state,
          input_tokens: row.input_tokens,
          output_tokens: row.output_tokens,
          estimated: row.estimated,
          cost: row.cost,
          latency_ms: row.latency_ms,
          error: row.error,
        })),
      };
    });
  }
}

async function insert(context: RequestContext, trx: Trx, run: NewRun, state: 'running' | 'refused'): Promise<number> {
  try {
    const { id } = await trx
      .insertInto('language_models.run')
      .values({
        team_id: context.team.id,
        kind: run.kind,
        target: run.target.slice(0, 300),
        model_id: run.modelId ?? null,
        project_id: run.projectId ?? null,
        item_id: run.itemId ?? null,
        email: context.user.email,
        key: state === 'running' ? (run.key ?? null) : null,
        state,
        input_tokens: run.expected ?? 0,
        output_tokens: run.reserved ?? 0,
        estimated: true,
        cost: null,
        latency_ms: null,
        error: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  } catch (error) {
    if (asUniqueViolation(error) === undefined) throw error;
    throw new Fault(
      'RUN_REPEATED',
      'This call was already made. Its answer is not given twice: ask again with a new key.',
      { status: 409, details: { field: 'key' } },
    );
  }
}

/**
 * The month's budget where what is used and expected does not fit in it; calls under way count with what they take in,
 * and with their longest answer where it is known.
 */
async function overBudget(
  trx: Trx,
  expected: number,
): Promise<{ readonly limit: number; readonly used: number; readonly name: string } | undefined> {
  const row = await trx.selectFrom('language_models.budget').select('monthly_tokens').forUpdate().executeTakeFirst();
  if (row === undefined || row.monthly_tokens === null) return undefined;
  const limit = Number(row.monthly_tokens);
  const { name, start } = monthOf(new Date());
  const { tokens: used } = await usedSince(trx, start);
  return used >= limit || used + expected > limit ? { limit, used, name } : undefined;
}

async function usedSince(
  trx: Trx,
  start: Date,
): Promise<{ readonly tokens: number; readonly cost: number; readonly calls: number }> {
  const row = await trx
    .selectFrom('language_models.run')
    .select([
      sql<string>`coalesce(sum(input_tokens::bigint + output_tokens), 0)`.as('tokens'),
      sql<number>`coalesce(sum(cost), 0)`.as('cost'),
      sql<number>`count(*)::int`.as('calls'),
    ])
    .where('created_at', '>=', start)
    .where('kind', '<>', 'fetch')
    .executeTakeFirstOrThrow();
  return { tokens: Number(row.tokens), cost: Number(row.cost), calls: row.calls };
}
