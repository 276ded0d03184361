import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault, invalidField } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { outsideTransaction } from '#core/data/server/index.ts';
import type { ServerBus } from '#core/kernel/server/index.ts';
import { ServerBusToken } from '#core/kernel/server/index.ts';
import { projectRoleName } from '#core/permissions/common/index.ts';
import { StatusMigration } from '#plugins/workspace/items/server/kit/index.ts';
import type { StatusChange, StatusCount } from '#plugins/workspace/items/server/kit/index.ts';
import type { MigrationReached } from '../common/migration-progress.ts';
import { MIGRATION_PROGRESS } from '../common/migration-progress.ts';
import type { WorkflowImpact } from '../common/change-api.ts';
import { moveProblems, planMoves } from '../common/status-moves.ts';
import type { StatusMove } from '../common/status-moves.ts';
import type { Workflow } from '../common/workflow.ts';
import { lockItemStatuses } from './team-workflows-lock.ts';
import type { RoleHolders } from './vocabulary-usage.ts';
import { VocabularyUsage } from './vocabulary-usage.ts';
import { Vocabulary } from './vocabulary.ts';

/** A project a workflow is to hold for. */
export interface CarriedProject {
  readonly id: number;
  readonly name: string;
  readonly deleted: boolean;
}

/** Moves items of projects to the statuses of a workflow, and shows the effects before. */
export class ItemStatusMigration {
  constructor(
    @inject(StatusMigration) private readonly items: StatusMigration,
    @inject(Vocabulary) private readonly vocabulary: Vocabulary,
    @inject(VocabularyUsage) private readonly usage: VocabularyUsage,
    @inject(ServerBusToken) private readonly bus: ServerBus,
  ) {}

  /** Returns the effects of the workflow on each project that is not deleted. */
  async impact(
    context: RequestContext,
    workflow: Pick<Workflow, 'statuses' | 'roles'>,
    projects: readonly CarriedProject[],
  ): Promise<WorkflowImpact['projects']> {
    const present = projects.filter(each => !each.deleted);
    const counts = (
      await this.items.counts(
        context,
        present.map(each => each.id),
      )
    ).filter(each => each.items > 0);
    const names = new Map((await this.vocabulary.statuses(context)).map(each => [each.value, each.name]));
    const roleNames = new Map((await this.vocabulary.roles(context)).map(each => [each.id, each.name]));
    const holders = await this.usage.holders(context);
    const kept = new Set(workflow.statuses.map(each => each.value));
    const roles = new Set(workflow.roles.map(each => each.role_id));
    const lost = (project: number): RoleHolders[] =>
      holders.filter(each => each.project_id === project && !roles.has(each.role) && each.people + each.groups > 0);
    return present.map(({ id, name }) => {
      const own = counts.filter(each => each.project_id === id);
      return {
        id,
        name,
        items: own.reduce((sum, each) => sum + each.items, 0),
        statuses: own.map(each => ({
          value: each.status,
          name: names.get(each.status) ?? `Status ${each.status}`,
          items: each.items,
          kept: kept.has(each.status),
        })),
        roles: lost(id).map(({ role, people, groups }) => ({
          id: role,
          name: projectRoleName(role) ?? roleNames.get(role) ?? `Role ${role}`,
          people,
          groups,
        })),
      };
    });
  }

  /**
   * Moves items of the projects out of statuses the workflow does not have; answers how many. Inside the caller's
   * transaction, which no change of a status overlaps. Throws CONFLICT naming statuses with items for which nobody
   * chose a target, INVALID_FIELD for a wrong one.
   */
  async migrate(
    context: RequestContext,
    workflow: Pick<Workflow, 'statuses' | 'start_status_id'>,
    projects: readonly CarriedProject[],
    moves: readonly StatusMove[],
  ): Promise<number> {
    const kept = new Set(workflow.statuses.map(each => each.value));
    const [problem] = moveProblems(moves, kept);
    if (problem !== undefined) throw invalidField(`status_moves.${problem.at}.${problem.field}`, problem.reason);
    await context.transaction((trx: Kysely<unknown>) =>
      lockItemStatuses(
        trx,
        projects.map(each => each.id),
      ),
    );
    const counts = await this.items.counts(
      context,
      projects.map(each => each.id),
    );
    const deleted = new Set(projects.filter(each => each.deleted).map(each => each.id));
    const start = workflow.statuses.find(each => each.status_id === workflow.start_status_id)!.value;
    const plan = planMoves(counts, kept, moves, start, id => deleted.has(id));
    if (plan.unmapped.length > 0) throw await this.#unmapped(context, plan.unmapped, counts);
    const total = counts.reduce((sum, each) => (kept.has(each.status) ? sum : sum + each.items), 0);
    let done = 0;
    const moved = (items: number): void => {
      done += items;
      this.#sendProgress(context, { done, total });
    };
    for (const [project, own] of plan.moves) await this.items.carry(context, project, own, moved);
    return total;
  }

  /** Events of the team wait for the transaction, so the caller's own tabs are notified past them. */
  #sendProgress(context: RequestContext, reached: MigrationReached): void {
    const { team, user } = context;
    // Not in the open transaction, whose messages would wait for its end.
    outsideTransaction(() =>
      this.bus.send('tabs', { teamId: team.id, userId: user.id, message: { type: MIGRATION_PROGRESS, ...reached } }),
    ).catch((error: unknown) => context.log.warn({ err: error }, 'the progress of a change was not shown'));
  }

  async #unmapped(context: RequestContext, codes: readonly number[], counts: readonly StatusCount[]): Promise<Fault> {
    const known = await this.vocabulary.statuses(context);
    const statuses = codes.map(code => ({
      value: code,
      name: known.find(each => each.value === code)?.name ?? `Status ${code}`,
      items: counts.reduce((sum, each) => (each.status === code ? sum + each.items : sum), 0),
    }));
    return new Fault(
      'CONFLICT',
      `Items are in ${statuses.map(each => each.name).join(', ')}. Move them on before the status goes.`,
      { status: 409, details: { statuses } },
    );
  }
}

/**
 * Refuses changes of the statuses of items to one that their project does not have any more, and while the workflow is
 * being changed.
 */
export async function demandStatusesThere(
  context: RequestContext,
  changes: readonly StatusChange[],
  workflowOf: (projectId: number) => Promise<Workflow>,
): Promise<void> {
  const [first] = changes;
  if (first === undefined) return;
  const { project_id: projectId } = first.item;
  await context.transaction(async (trx: Kysely<unknown>) => {
    const {
      rows: [lock],
    } = await sql<{
      taken: boolean;
    }>`select pg_try_advisory_xact_lock_shared(hashtextextended(${`workflow.items/${projectId}`}, 0)) as taken`.execute(
      trx,
    );
    // Waiting would lock up with the migration, which waits for the items that this change holds.
    if (lock?.taken !== true)
      throw new Fault('WORKFLOW_CHANGING', 'The workflow of this project is being changed. Try again in a moment.', {
        status: 503,
      });
    const known = new Set((await workflowOf(projectId)).statuses.map(each => each.value));
    const gone = changes.find(each => !known.has(each.to));
    if (gone !== undefined)
      throw new Fault(
        'CONFLICT',
        'The workflow of this project was changed and does not have this status any more. Reload the page.',
        { status: 409, details: { status: gone.to } },
      );
  });
}
