import { inject } from 'inversify';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { Fault, forbidden, notFound, TtlCache } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { QueryPlan } from '#core/api/common/index.ts';
import type { QuerySource } from '#core/data/server/index.ts';
import { asUniqueViolation, conditionSql, orderSql } from '#core/data/server/index.ts';
import type { ProjectMembership, TeamRole } from '#core/permissions/common/index.ts';
import { projectRoles } from '#core/permissions/common/index.ts';
import type { ProjectChange, ProjectDraft } from '../common/api.ts';
import { projectsEvents } from '../common/events.ts';
import type { Project } from '../common/project.ts';
import type { SettingValue } from '../common/project-settings.ts';
import { PROJECT_NAME_TAKEN } from '../common/project-name.ts';
import { firstUploadState } from '../common/project-type.ts';
import type { ProjectFilter } from './project-filter.ts';
import { matchesFilter, RESTORABLE_DAYS, sortColumns } from './project-filter.ts';
import { projectSource } from './project-query.ts';
import { projectViews, seesAll } from './project-view.ts';
import type { SeenRow } from './project-view.ts';
import { demandProjectRoom } from './project-quota.ts';
import { ProjectSettings } from './project-settings.ts';
import { ProjectsHooks } from './projects-hooks.ts';
import type { ProjectTables } from './projects-tables.ts';

const nameTaken = (): Fault =>
  new Fault('NAME_EXISTS', PROJECT_NAME_TAKEN, { status: 409, details: { field: 'name' } });

/** The stored value of a setting of the project at hand. */
const settingOf = (attribute: string) =>
  sql<SettingValue>`(select setting.value from projects.setting as setting where setting.team_id = project.team_id and setting.project_id = project.id and setting.attribute = ${attribute})`;

/** What every call about a project asks of it. */
export interface ProjectFacts {
  readonly name: string;
  readonly type: number;
  readonly status: number;
  readonly workflow_id: number;
}

/** What the caller's standing in a project is made of. */
interface CallersPart extends ProjectFacts {
  readonly member_role: number | null;
  readonly paused: boolean | null;
  readonly permissions: readonly number[] | null;
  readonly categories: unknown;
  readonly download: unknown;
}

/** How long it is believed without asking, in milliseconds: how late a change in another process is noticed. */
const TRUST = 2_000;

/** Projects of the caller's team, as far as the caller sees them. */
export class Projects {
  readonly #standings = new WeakMap<RequestContext, Map<number, Promise<ProjectMembership | undefined>>>();
  readonly #facts = new WeakMap<RequestContext, Map<number, Promise<ProjectFacts | undefined>>>();
  readonly #parts = new TtlCache<CallersPart>(TRUST);

  constructor(
    @inject(ProjectsHooks) private readonly hooks: ProjectsHooks,
    @inject(ProjectSettings) private readonly projectSettings: ProjectSettings,
  ) {}

  /** One page of the caller's projects, by age unless sorted, and the number of all that match. */
  async list(
    context: RequestContext,
    filter: ProjectFilter,
  ): Promise<{ readonly data: readonly (Project & { readonly deletedAt: string | null })[]; readonly count: number }> {
    const { rows, count } = await context.transaction(async (trx: Kysely<ProjectTables>) => {
      const matches = this.#seen(trx, context).where(matchesFilter(filter));
      const direction = filter.order === 'desc' ? 'desc' : 'asc';
      const page = await matches
        .$if(filter.pinnedFirst === true, query => query.orderBy(sql`(pin.created_at is null)`))
        .$if(filter.sort !== undefined, query => query.orderBy(sortColumns[filter.sort!], direction))
        .orderBy('project.id')
        .offset(filter.offset)
        .limit(filter.limit)
        .execute();
      const all =
        page.length < filter.limit && filter.offset === 0
          ? page.length
          : Number(
              (
                await matches
                  .clearSelect()
                  .select(({ fn }) => fn.countAll<number>().as('count'))
                  .executeTakeFirstOrThrow()
              ).count,
            );
      return { rows: page, count: all };
    });
    const views = await projectViews(context, this.hooks, rows);
    return {
      data: views.map((view, index) => ({ ...view, deletedAt: rows[index]!.deleted_at?.toISOString() ?? null })),
      count,
    };
  }

  /** One page of the caller's projects that a query finds; `more` are sources of fields that another plugin keeps. */
  async search(
    context: RequestContext,
    plan: QueryPlan,
    more?: QuerySource,
  ): Promise<{ readonly data: readonly Project[]; readonly count: number }> {
    const source = projectSource(more);
    const { rows, count } = await context.transaction(async (trx: Kysely<ProjectTables>) => {
      const matching = this.#seen(trx, context)
        .where('project.deleted_at', 'is', null)
        .where(conditionSql(plan.condition, source));
      const page = await matching
        .orderBy(orderSql(plan, source, sql.ref('project.id')))
        .offset(plan.offset)
        .limit(plan.limit)
        .execute();
      const total =
        page.length < plan.limit && plan.offset === 0
          ? page.length
          : Number(
              (
                await matching
                  .clearSelect()
                  .select(({ fn }) => fn.countAll<number>().as('count'))
                  .executeTakeFirstOrThrow()
              ).count,
            );
      return { rows: page, count: total };
    });
    return { data: await projectViews(context, this.hooks, rows), count };
  }

  /** One project. Throws NOT_FOUND when it is deleted, of another team, or the caller has no part in it. */
  async get(context: RequestContext, id: number): Promise<Project> {
    const row = await this.#find(context, id);
    if (row === undefined || row.deleted_at !== null) throw notFound('The project');
    return (await projectViews(context, this.hooks, [row]))[0]!;
  }

  /**
   * What the caller's rights in the project depend on; undefined when the caller does not see it.
   * Team admins who are no members act as Project Admin (roles and permissions, section 3). Asked once per request and project.
   */
  standing(context: RequestContext, id: number): Promise<ProjectMembership | undefined> {
    return once(this.#standings, context, id, () => this.#standing(context, id));
  }

  /** The project itself, without what is counted of it, whoever asks; undefined when it is deleted. Asked once per request and project. */
  facts(context: RequestContext, id: number): Promise<ProjectFacts | undefined> {
    return once(this.#facts, context, id, () =>
      context.transaction((trx: Kysely<ProjectTables>) =>
        trx
          .selectFrom('projects.project')
          .select(['name', 'type', 'status', 'workflow_id'])
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
          .executeTakeFirst(),
      ),
    );
  }

  /** Forgets what is known of projects and of people's part in them: something changed. */
  forget(): void {
    this.#parts.forget();
  }

  async #standing(context: RequestContext, id: number): Promise<ProjectMembership | undefined> {
    const { team, user } = context;
    const row = await this.#parts.get(`${team.id} ${id} ${user.id} ${user.email} ${seesAll(context)}`, () =>
      context.transaction((trx: Kysely<ProjectTables>) =>
        this.#seen(trx, context)
          .clearSelect()
          .select([
            'project.name',
            'project.type',
            'project.status',
            'project.workflow_id',
            'contributor.role as member_role',
            'contributor.paused',
            'contributor.permissions',
            settingOf('CategorizeItems').as('categories'),
            settingOf('Download').as('download'),
          ])
          .where('project.id', '=', id)
          .where('project.deleted_at', 'is', null)
          .executeTakeFirst(),
      ),
    );
    if (row === undefined) return undefined;
    void once(this.#facts, context, id, () =>
      Promise.resolve({ name: row.name, type: row.type, status: row.status, workflow_id: row.workflow_id }),
    );
    return this.hooks.standing.promise(
      context,
      {
        role: row.member_role ?? projectRoles.projectAdmin,
        teamRole: context.team.role as TeamRole,
        permissions: row.permissions ?? [],
        paused: row.paused ?? false,
        categoriesOn: Number(row.categories ?? 0) > 0,
        downloadOn: Number(row.download ?? 0) > 0,
        features: context.team.features,
      },
      id,
    );
  }

  /** Makes a project with a name that is free. Throws NAME_EXISTS, PLAN_LIMIT (422), or what a tap of `creating` answers. */
  async create(context: RequestContext, draft: ProjectDraft): Promise<Project> {
    const refusal = await this.hooks.creating.promise(context, draft);
    if (refusal !== undefined) throw refusal;
    const id = await this.#onUniqueViolation(
      context.transaction(async (trx: Kysely<ProjectTables>) => {
        await demandProjectRoom(trx, context);
        const row = await trx
          .insertInto('projects.project')
          .values({
            team_id: context.team.id,
            name: draft.name,
            type: draft.type,
            description: draft.description ?? null,
            instructions_link: draft.instructions_link ?? null,
            status: draft.status ?? 1,
            upload_state: firstUploadState(draft.type, draft.storage),
            workflow_id: draft.workflow_id ?? 1,
            creator_id: context.user.id,
            creator_email: context.user.email,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        await this.projectSettings.begin(context, row.id, row.type, draft.settings ?? []);
        const [made] = await projectViews(context, this.hooks, [{ ...row, member_role: null, pinned_at: null }]);
        await this.hooks.created.promise(context, made!);
        await context.publish(projectsEvents.created, { project_id: row.id });
        return row.id;
      }),
    );
    return this.get(context, id);
  }

  /** Changes what is given; what is absent stays. Throws NOT_FOUND, NAME_EXISTS. */
  async update(context: RequestContext, id: number, change: ProjectChange): Promise<Project> {
    this.#facts.delete(context);
    const before = await this.get(context, id);
    const refusal = await this.hooks.updating.promise(context, before, change);
    if (refusal !== undefined) throw refusal;
    await this.#onUniqueViolation(
      context.transaction(async (trx: Kysely<ProjectTables>) => {
        await trx
          .updateTable('projects.project')
          .set({
            ...(change.name === undefined ? {} : { name: change.name }),
            ...(change.description === undefined ? {} : { description: change.description }),
            ...(change.instructions_link === undefined
              ? {}
              : { instructions_link: change.instructions_link === '' ? null : change.instructions_link }),
            ...(change.status === undefined || change.status === null ? {} : { status: change.status }),
            updated_at: new Date(),
          })
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
          .execute();
        await this.hooks.updated.promise(context, await this.get(context, id));
        await context.publish(projectsEvents.changed, { project_id: id });
      }),
    );
    return this.get(context, id);
  }

  /** Gives projects that were read a status, in one transaction. Those that the caller may not change, or that a rule keeps, are told apart. */
  async setStatus(
    context: RequestContext,
    projects: readonly Project[],
    status: number,
  ): Promise<{
    readonly success: readonly number[];
    readonly failed: readonly { readonly id: number; readonly code: string }[];
  }> {
    this.#facts.delete(context);
    return context.transaction(async (trx: Kysely<ProjectTables>) => {
      const changed: Project[] = [];
      const failed: { id: number; code: string }[] = [];
      for (const project of projects) {
        const allowed = await context.can('UpdateProject', { projectId: project.id });
        const refusal = allowed
          ? await this.hooks.updating.promise(context, project, { status })
          : forbidden('UpdateProject');
        if (refusal === undefined) changed.push({ ...project, status });
        else failed.push({ id: project.id, code: refusal.code });
      }
      const ids = changed.map(each => each.id);
      await trx
        .updateTable('projects.project')
        .set({ status, updated_at: new Date() })
        .where(sql<boolean>`id = any(${ids}::int[])`)
        .where('deleted_at', 'is', null)
        .execute();
      for (const project of changed) {
        await this.hooks.updated.promise(context, project);
        await context.publish(projectsEvents.changed, { project_id: project.id });
      }
      return { success: ids, failed };
    });
  }

  /** Deletes softly. Throws NOT_FOUND. */
  async remove(context: RequestContext, id: number): Promise<void> {
    await this.get(context, id);
    await context.transaction(async (trx: Kysely<ProjectTables>) => {
      await this.hooks.deleting.promise(context, id);
      await trx.updateTable('projects.project').set({ deleted_at: new Date() }).where('id', '=', id).execute();
      await context.publish(projectsEvents.deleted, { project_id: id });
    });
  }

  /** Brings a project back that was deleted in the last seven days. Throws NOT_FOUND, NAME_EXISTS when its name was given away, and PLAN_LIMIT (422) when its place was. */
  async restore(context: RequestContext, id: number): Promise<Project> {
    await this.#onUniqueViolation(
      context.transaction(async (trx: Kysely<ProjectTables>) => {
        const row = await trx
          .updateTable('projects.project')
          .set({ deleted_at: null, updated_at: new Date() })
          .where('id', '=', id)
          .where('deleted_at', '>', sql<Date>`now() - make_interval(days => ${RESTORABLE_DAYS})`)
          .returning('id')
          .executeTakeFirst();
        if (row === undefined) throw notFound('The project');
        await demandProjectRoom(trx, context, { taken: 1 });
        await this.hooks.restored.promise(context, id);
        await context.publish(projectsEvents.restored, { project_id: id });
      }),
    );
    return this.get(context, id);
  }

  /** Whether another project of the team has this name, whatever the case. */
  async nameExists(context: RequestContext, name: string, except: number | undefined): Promise<boolean> {
    const found = await context.transaction((trx: Kysely<ProjectTables>) =>
      trx
        .selectFrom('projects.project')
        .select('id')
        .where(sql<boolean>`lower(name) = lower(${name.trim()})`)
        .where('deleted_at', 'is', null)
        .$if(except !== undefined, query => query.where('id', '<>', except!))
        .executeTakeFirst(),
    );
    return found !== undefined;
  }

  /** Fixes how the files of a project are kept, at its first upload (1 initial, 2 basic, 3 external). */
  async setUploadState(context: RequestContext, id: number, state: 1 | 2 | 3): Promise<void> {
    await context.transaction((trx: Kysely<ProjectTables>) =>
      trx.updateTable('projects.project').set({ upload_state: state }).where('id', '=', id).execute(),
    );
  }

  /** Pins or unpins for the caller. Throws NOT_FOUND. */
  async setPin(context: RequestContext, id: number, pinned: boolean): Promise<void> {
    await this.get(context, id);
    await context.transaction(async (trx: Kysely<ProjectTables>) => {
      if (pinned)
        await trx
          .insertInto('projects.pin')
          .values({ team_id: context.team.id, project_id: id, person_id: context.user.id })
          .onConflict(conflict => conflict.doNothing())
          .execute();
      else
        await trx
          .deleteFrom('projects.pin')
          .where('project_id', '=', id)
          .where('person_id', '=', context.user.id)
          .execute();
    });
  }

  async #find(context: RequestContext, id: number): Promise<SeenRow | undefined> {
    return context.transaction((trx: Kysely<ProjectTables>) =>
      this.#seen(trx, context).where('project.id', '=', id).executeTakeFirst(),
    );
  }

  /** Projects the caller sees, with the caller's role and pin. */
  #seen(trx: Kysely<ProjectTables>, context: RequestContext) {
    return trx
      .selectFrom('projects.project as project')
      .leftJoin('projects.contributor as contributor', join =>
        join
          .onRef('contributor.team_id', '=', 'project.team_id')
          .onRef('contributor.project_id', '=', 'project.id')
          .on('contributor.email', '=', context.user.email),
      )
      .leftJoin('projects.pin as pin', join =>
        join
          .onRef('pin.team_id', '=', 'project.team_id')
          .onRef('pin.project_id', '=', 'project.id')
          .on('pin.person_id', '=', context.user.id),
      )
      .selectAll('project')
      .select(['contributor.role as member_role', 'pin.created_at as pinned_at'])
      .$if(!seesAll(context), query => query.where('contributor.id', 'is not', null));
  }

  async #onUniqueViolation<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (asUniqueViolation(error)?.constraint === 'project_name') throw nameTaken();
      throw error;
    }
  }
}

/** An answer asked for once per request and project. A failure is not kept. */
function once<T>(
  kept: WeakMap<RequestContext, Map<number, Promise<T>>>,
  context: RequestContext,
  id: number,
  ask: () => Promise<T>,
): Promise<T> {
  const known = kept.get(context) ?? new Map<number, Promise<T>>();
  kept.set(context, known);
  let answer = known.get(id);
  if (answer === undefined) {
    known.set(id, (answer = ask()));
    answer.catch(() => known.delete(id));
  }
  return answer;
}
