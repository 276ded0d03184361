import { inject } from 'inversify';
import { sql } from 'kysely';
import type { Database } from '#core/data/server/index.ts';
import { DatabaseToken } from '#core/kernel/server/index.ts';
import { pythonProblem } from '#core/sandbox/server/index.ts';
import type { Engine } from '#plugins/workspace/system-health/server/kit/index.ts';

const runner = (name: string, reason: string | null): Engine => ({
  kind: 'code',
  name,
  purpose: 'Runs custom actions',
  version: null,
  place: 'server',
  state: reason === null ? 'ready' : 'unavailable',
  reason,
  waiting: null,
  running: null,
  failed: null,
});

/** Runners of the code of actions and the queue of pipelines, for the page of operators. */
export class CodeEngines {
  constructor(@inject(DatabaseToken) private readonly database: Database) {}

  /** Returns the runners, and the steps and failed runs of all teams. */
  async list(): Promise<Engine[]> {
    const system = this.database.system<unknown>('queue of pipelines');
    const { rows } = await system.transaction(trx =>
      sql<Record<'waiting' | 'running' | 'failed', number>>`select
        (select count(*)::int from automations.step where finished_at is null and state = 'NOT_STARTED') as waiting,
        (select count(*)::int from automations.step where finished_at is null and state = 'IN_PROGRESS') as running,
        (select count(*)::int from automations.run
          where created_at > now() - interval '24 hours' and state = 'FAILED') as failed`.execute(trx),
    );
    return [
      runner('TypeScript', null),
      runner('Python', (await pythonProblem()) ?? null),
      { ...runner('Pipelines', null), purpose: 'Steps of all teams, failed runs', ...rows[0]! },
    ];
  }
}
