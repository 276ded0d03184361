import { inject } from 'inversify';
import type { Kysely, SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { onCommit } from '#core/data/server/index.ts';
import type { StatusChange } from '#plugins/workspace/items/server/kit/index.ts';
import { plainStatuses } from '#plugins/workspace/items/common/index.ts';
import { ItemsHooks, tallyRows } from '#plugins/workspace/items/server/kit/index.ts';
import type { Project } from '#plugins/workspace/projects/common/index.ts';
import { projectsEvents } from '#plugins/workspace/projects/common/index.ts';
import { projectRows, Projects, setProjectStatus } from '#plugins/workspace/projects/server/kit/index.ts';
import type { ProjectState } from '../common/project-state.ts';
import { stateOf } from '../common/project-state.ts';

interface Tables {
  'project_progress.chosen_status': { team_id: number; project_id: number };
}

/** First key of the advisory lock of those who count the items of a project; the second is the project. */
const PROJECT_LOCK = 1_886_547_811;

/** The status of a project beside that of its items. */
interface PresentState {
  /** Status that its items have. */
  readonly state: ProjectState;
  /** Status that the project has; null without the project. */
  readonly status: number | null;
  /** True when a person chose the status. */
  readonly chosen: boolean;
}

/** Lets the status of projects follow that of their items, unless a person chose another one. */
export class ProjectStatuses {
  /** Requests that change the status of a project, by a person. */
  readonly #choosing = new WeakMap<RequestContext, Set<number>>();
  /** Requests that change numbers of items. `joins`: it leaves items between their first and their last status. */
  readonly #counted = new WeakMap<RequestContext, { readonly joins: boolean }>();

  constructor(
    @inject(ItemsHooks) private readonly items: ItemsHooks,
    @inject(Projects) private readonly projects: Projects,
  ) {}

  /** Takes note that a request chooses the status of a project. */
  choosing(context: RequestContext, projectId: number): void {
    const known = this.#choosing.get(context) ?? new Set();
    this.#choosing.set(context, known.add(projectId));
  }

  /**
   * A project was changed. Choosing the status that its items have lets it follow them again. In the transaction of the
   * change.
   */
  async updated(context: RequestContext, project: Pick<Project, 'id' | 'status'>): Promise<void> {
    if (this.#choosing.get(context)?.delete(project.id) !== true) return;
    await this.#choose(context, project);
  }

  /** A project was made, perhaps with a status. In the transaction. */
  async created(context: RequestContext, project: Pick<Project, 'id' | 'status'>): Promise<void> {
    await this.#choose(context, project);
  }

  /** Items are added or deleted; `follow` comes next. */
  counted(context: RequestContext): void {
    this.#counted.set(context, { joins: false });
  }

  /** Items of one project got other statuses; `follow` comes next. */
  async moved(context: RequestContext, changes: readonly StatusChange[]): Promise<void> {
    const projectId = changes[0]?.item.project_id;
    if (projectId === undefined) return;
    const { start, completed } = await this.items.statuses.promise(context, plainStatuses, projectId);
    this.#counted.set(context, { joins: changes.every(({ to }) => to !== start && !completed.includes(to)) });
  }

  /** Items of a project were added, changed or deleted. In the transaction of the change. */
  async follow(context: RequestContext, projectId: number): Promise<void> {
    const counted = this.#counted.get(context);
    this.#counted.delete(context);
    if (counted !== undefined) await this.#wait(context, projectId, counted.joins);
    const { state, status, chosen } = await this.#present(context, projectId);
    // Most saves change nothing here, and a statement that finds nothing to change is one that people wait for.
    if (chosen || status === state) return;
    await context.transaction(async (trx: Kysely<unknown>) => {
      const changed = await setProjectStatus(
        trx,
        { teamId: context.team.id, id: projectId },
        state,
        sql<SqlBool>`not exists (select from project_progress.chosen_status as chosen
          where chosen.team_id = project.team_id and chosen.project_id = project.id)`,
      );
      if (!changed) return;
      onCommit(() => this.projects.forget());
      await context.publish(projectsEvents.changed, { project_id: projectId });
    });
  }

  /**
   * Lets two requests that start or complete a project count one after the other: the later one must see the items of
   * the other. Those between, which are most, do not wait for each other.
   */
  async #wait(context: RequestContext, projectId: number, joins: boolean): Promise<void> {
    const lock = sql.raw(joins ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock');
    await context.transaction((trx: Kysely<unknown>) =>
      sql`select ${lock}(${PROJECT_LOCK}::int, ${projectId}::int)`.execute(trx),
    );
  }

  async #choose(context: RequestContext, { id, status }: Pick<Project, 'id' | 'status'>): Promise<void> {
    const follows = status === (await this.#present(context, id)).state;
    await context.transaction(async (trx: Kysely<Tables>) => {
      if (follows)
        await trx
          .deleteFrom('project_progress.chosen_status')
          .where('team_id', '=', context.team.id)
          .where('project_id', '=', id)
          .execute();
      else
        await trx
          .insertInto('project_progress.chosen_status')
          .values({ team_id: context.team.id, project_id: id })
          .onConflict(conflict => conflict.doNothing())
          .execute();
    });
  }

  async #present(context: RequestContext, projectId: number): Promise<PresentState> {
    const { start, completed } = await this.items.statuses.promise(context, plainStatuses, projectId);
    return context.transaction(async (trx: Kysely<Tables>) => {
      const numbers = await trx
        .selectFrom(tallyRows.as('tally'))
        .select([
          sql<number>`coalesce(sum(items), 0)::int`.as('total'),
          sql<number>`coalesce(sum(items) filter (where annotation_status = ${start}::int), 0)::int`.as('untouched'),
          sql<number>`coalesce(sum(items) filter (where annotation_status = any(${[...completed]}::int[])), 0)::int`.as(
            'completed',
          ),
          sql<
            number | null
          >`(select project.status from ${projectRows} as project where project.team_id = ${context.team.id}::int and project.id = ${projectId}::int)`.as(
            'status',
          ),
          sql<boolean>`exists (select from project_progress.chosen_status as chosen where chosen.team_id = ${context.team.id}::int and chosen.project_id = ${projectId}::int)`.as(
            'chosen',
          ),
        ])
        .where('team_id', '=', context.team.id)
        .where('project_id', '=', projectId)
        .executeTakeFirstOrThrow();
      return { state: stateOf(numbers), status: numbers.status, chosen: numbers.chosen };
    });
  }
}
