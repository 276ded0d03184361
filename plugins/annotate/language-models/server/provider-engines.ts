import { inject } from 'inversify';
import { sql } from 'kysely';
import type { Database } from '#core/data/server/index.ts';
import { DatabaseToken } from '#core/kernel/server/index.ts';
import type { Engine } from '#plugins/workspace/system-health/server/kit/index.ts';
import { modelProviders } from '../common/provider.ts';

interface ProviderRow {
  readonly provider: string;
  readonly teams: number;
  readonly running: number;
  readonly failed: number;
  readonly last: string | null;
}

/** Providers of language models that teams have connected, for the page of operators. */
export class ProviderEngines {
  constructor(@inject(DatabaseToken) private readonly database: Database) {}

  /** Returns the connected providers with the runs of all teams; none of their keys, prompts and errors. */
  async list(): Promise<Engine[]> {
    const { rows } = await this.database.system<unknown>('providers of language models').transaction(trx =>
      sql<ProviderRow>`
        select credential.provider, count(distinct credential.team_id)::int as teams,
          count(run.id) filter (where run.state = 'running')::int as running,
          count(run.id) filter (where run.state = 'failed')::int as failed,
          (array_agg(run.state order by run.id desc) filter (where run.state in ('done', 'failed')))[1] as last
        from language_models.credential as credential
        left join language_models.model as model
          on model.team_id = credential.team_id and model.credential_id = credential.id
        left join language_models.run as run
          on run.team_id = model.team_id and run.model_id = model.id and run.created_at > now() - interval '24 hours'
        group by 1 order by 1`.execute(trx),
    );
    return rows.map(({ provider, teams, running, failed, last }): Engine => ({
      kind: 'provider',
      name: modelProviders.find(each => each.id === provider)?.title ?? provider,
      purpose: `Connected by ${teams.toLocaleString('en')} ${teams === 1 ? 'team' : 'teams'}`,
      version: null,
      place: 'external',
      state: last === null ? 'unused' : last === 'failed' ? 'failing' : 'ready',
      reason: last === 'failed' ? 'The last call failed. The log of the team says why.' : null,
      waiting: null,
      running,
      failed,
    }));
  }
}
