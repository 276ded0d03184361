import { inject, injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { callerOf, People } from '#core/auth/server/index.ts';
import type { RequestContexts } from '#core/kernel/server/index.ts';
import { PluginGate, RequestContextsToken } from '#core/kernel/server/index.ts';
import { Teams } from '#core/tenancy/server/index.ts';
import { TRANSITION } from '../../common/event-types.ts';
import { WITH_CHANGE } from '../../common/transition-steps.ts';
import type { AutomationTables } from '../automation-tables.ts';

type Trx = Kysely<AutomationTables>;

/** Contexts of the owners of pipelines, by the call that their pipelines take part in. */
@injectable()
export class PipelineOwners {
  readonly #contexts = new WeakMap<RequestContext, ReadonlyMap<number, RequestContext>>();

  constructor(
    @inject(RequestContextsToken) private readonly contexts: RequestContexts,
    @inject(People) private readonly people: People,
    @inject(Teams) private readonly teams: Teams,
    @inject(PluginGate) private readonly gate: PluginGate,
  ) {}

  /**
   * Loads the rights of those whose pipelines may be part of a transition: this can’t be done inside its transaction.
   * Who left the team, or may no longer sign in, has none.
   */
  async load(context: RequestContext): Promise<void> {
    if (this.#contexts.has(context)) return;
    const rows = await context.transaction((trx: Trx) =>
      trx
        .selectFrom('automations.trigger as trigger')
        .innerJoin('automations.pipeline as pipeline', join =>
          join.onRef('pipeline.team_id', '=', 'trigger.team_id').onRef('pipeline.id', '=', 'trigger.pipeline_id'),
        )
        .select('pipeline.owner_id')
        .distinct()
        .where('trigger.team_id', '=', context.team.id)
        .where('trigger.type', '=', TRANSITION)
        .where(sql<boolean>`trigger.settings->>'timing' = ${WITH_CHANGE}`)
        .where('pipeline.enabled', '=', true)
        .where('pipeline.deleted_at', 'is', null)
        .execute(),
    );
    const found = new Map<number, RequestContext>();
    for (const { owner_id: id } of rows) {
      const made = await this.#contextOf(context, id);
      if (made !== undefined) found.set(id, made);
    }
    this.#contexts.set(context, found);
  }

  /** Returns the context of an owner, undefined where they were not loaded or have no rights in the team. */
  get(context: RequestContext, ownerId: number): RequestContext | undefined {
    return this.#contexts.get(context)?.get(ownerId);
  }

  async #contextOf(call: RequestContext, id: number): Promise<RequestContext | undefined> {
    const person = await this.people.byId(id);
    const user = person === undefined || person.disabled_at !== null ? undefined : callerOf(person);
    const team = user === undefined ? undefined : await this.teams.membership(user, call.team.id, { silent: true });
    if (user === undefined || team === undefined) return undefined;
    const { requestId, address, log, signal } = call;
    return this.contexts.make({
      requestId,
      credential: 'job',
      user,
      team,
      scope: {},
      address,
      log,
      signal,
      enablement: await this.gate.enablement(team.organizationId),
    });
  }
}
